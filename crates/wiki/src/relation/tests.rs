//! Relations through the room's public function.
