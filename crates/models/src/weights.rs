//! Reads safetensors files: a length, a JSON head, numbers. Bounds are checked before anything is read,
//! and half-precision numbers are widened to 32 bits.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// A head larger than this is no head of a model.
const HEAD_BYTES_MAX: u64 = 32 << 20;

pub(crate) struct Weights {
    file: File,
    start: u64,
    tensors: BTreeMap<String, Tensor>,
}

#[derive(Debug, Clone)]
struct Tensor {
    format: Format,
    shape: Vec<usize>,
    begin: u64,
    end: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Float32,
    Float16,
    BFloat16,
    /// Kept in the list, never read: positions, counters.
    Other,
}

/// A matrix of 32-bit floats, row after row.
pub(crate) struct Table {
    pub(crate) columns: usize,
    pub(crate) numbers: Vec<f32>,
}

impl Weights {
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let mut file = File::open(path).map_err(|error| error.to_string())?;
        let size = file.metadata().map_err(|error| error.to_string())?.len();
        let mut length = [0; 8];
        file.read_exact(&mut length).map_err(|_| "not a safetensors file: too short")?;
        let length = u64::from_le_bytes(length);
        if length > HEAD_BYTES_MAX || length > size.saturating_sub(8) {
            return Err("not a safetensors file: its head is longer than it may be".into());
        }
        let mut head = vec![0; length as usize];
        file.read_exact(&mut head).map_err(|error| error.to_string())?;
        let head: serde_json::Map<String, Value> = serde_json::from_slice(&head)
            .map_err(|error| format!("not a safetensors file: {error}"))?;
        let start = 8 + length;
        let mut tensors = BTreeMap::new();
        for (name, entry) in head {
            if name == "__metadata__" {
                continue;
            }
            let tensor = Tensor::parse(&entry, size - start)
                .ok_or_else(|| format!("not a safetensors file: its entry `{name}` is wrong"))?;
            tensors.insert(name, tensor);
        }
        Ok(Self { file, start, tensors })
    }

    pub(crate) fn shape(&self, name: &str) -> Option<&[usize]> {
        self.tensors.get(name).map(|tensor| tensor.shape.as_slice())
    }

    /// The numbers of a tensor, row after row.
    pub(crate) fn numbers(&self, name: &str) -> Result<Vec<f32>, String> {
        let tensor = self.tensors.get(name).ok_or_else(|| format!("no tensor `{name}`"))?;
        let mut bytes = vec![0; (tensor.end - tensor.begin) as usize];
        let mut file = &self.file;
        file.seek(SeekFrom::Start(self.start + tensor.begin))
            .and_then(|_| file.read_exact(&mut bytes))
            .map_err(|error| format!("cannot read tensor `{name}`: {error}"))?;
        let halves = |widen: fn(u16) -> f32| {
            bytes.as_chunks::<2>().0.iter().map(|pair| widen(u16::from_le_bytes(*pair))).collect()
        };
        match tensor.format {
            Format::Float32 => {
                Ok(bytes.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four)).collect())
            }
            Format::Float16 => Ok(halves(half)),
            Format::BFloat16 => Ok(halves(|bits| f32::from_bits(u32::from(bits) << 16))),
            Format::Other => Err(format!("tensor `{name}` holds no floating-point numbers")),
        }
    }

    /// The only matrix of the file, which is what a static model consists of.
    pub(crate) fn table(&self) -> Result<Table, String> {
        let (name, [_, columns]) =
            self.only_matrix().ok_or("not one matrix of tokens, so no static model")?;
        Ok(Table { columns, numbers: self.numbers(name)? })
    }

    /// Name, rows and columns of the matrix, if there is one tensor that is one.
    pub(crate) fn only_matrix(&self) -> Option<(&str, [usize; 2])> {
        let mut found = self.tensors.iter().filter(|(_, tensor)| tensor.format != Format::Other);
        let (name, tensor) = found.next()?;
        match (tensor.shape.as_slice(), found.next()) {
            ([rows, columns], None) if *columns > 0 => Some((name, [*rows, *columns])),
            _ => None,
        }
    }
}

impl Tensor {
    fn parse(entry: &Value, bytes: u64) -> Option<Self> {
        let format = match entry["dtype"].as_str()? {
            "F32" => Format::Float32,
            "F16" => Format::Float16,
            "BF16" => Format::BFloat16,
            _ => Format::Other,
        };
        let shape: Option<Vec<usize>> = entry["shape"]
            .as_array()?
            .iter()
            .map(|size| size.as_u64().and_then(|size| usize::try_from(size).ok()))
            .collect();
        let shape = shape?;
        let begin = entry["data_offsets"][0].as_u64()?;
        let end = entry["data_offsets"][1].as_u64()?;
        let count = shape.iter().try_fold(1_u64, |count, size| count.checked_mul(*size as u64))?;
        let width = match format {
            Format::Float32 => 4,
            Format::Float16 | Format::BFloat16 => 2,
            Format::Other => 0,
        };
        let is_sound = begin <= end
            && end <= bytes
            && (width == 0 || count.checked_mul(width) == Some(end - begin));
        is_sound.then_some(Self { format, shape, begin, end })
    }
}

/// IEEE 754 half precision to single.
fn half(bits: u16) -> f32 {
    let sign = u32::from(bits >> 15) << 31;
    let exponent = u32::from(bits >> 10) & 0x1f;
    let fraction = u32::from(bits) & 0x3ff;
    match exponent {
        0 => {
            let size = fraction as f32 / 16_777_216.0;
            if sign == 0 { size } else { -size }
        }
        0x1f => f32::from_bits(sign | 0x7f80_0000 | (fraction << 13)),
        _ => f32::from_bits(sign | ((exponent + 112) << 23) | (fraction << 13)),
    }
}
