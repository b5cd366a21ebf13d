// row: writeln | out | BufWriter of 128 KiB, writeln!("id: {}, price: {}, name: {}")
// row: lines_parse | in | BufReader, read_line, strip_prefix, split_once, str::parse
use crate::contender::{Job, BUFFER_SIZE};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Result, Write};

/// A record as race/inputs/generate.cpp writes it: price, id, size and name.
struct Record {
    price: f64,
    id: i32,
    name: String,
}

fn load(path: &str) -> Result<Vec<Record>> {
    let bytes = std::fs::read(path)?;
    let record = |b: &[u8]| {
        let size = u32::from_le_bytes(b[12..16].try_into().expect("4 bytes"));
        let name = b[16..16 + size as usize].to_vec();
        Record {
            price: f64::from_le_bytes(b[..8].try_into().expect("8 bytes")),
            id: i32::from_le_bytes(b[8..12].try_into().expect("4 bytes")),
            name: String::from_utf8(name).expect("UTF-8"),
        }
    };
    Ok(bytes.chunks_exact(32).map(record).collect())
}

fn out(job: &mut Job) -> Result<u64> {
    let records = load(&job.input)?;
    job.start_clock();
    let mut out = BufWriter::with_capacity(BUFFER_SIZE, File::create(&job.output)?);
    for r in &records {
        writeln!(out, "id: {}, price: {}, name: {}", r.id, r.price, r.name)?;
    }
    out.flush()?;
    drop(out);
    job.stop_clock();  // before the records are freed
    Ok(0)
}

/// The checksum of a name, as in mixed_line.h.
fn of_name(name: &[u8]) -> u64 {
    let bytes = |part: &[u8]| part.iter().rev().fold(0u64, |v, b| v << 8 | *b as u64);
    let size = name.len();
    if size >= 8 {
        let first = u64::from_le_bytes(name[..8].try_into().expect("8 bytes"));
        let last = u64::from_le_bytes(name[size - 8..].try_into().expect("8 bytes"));
        return first ^ last << 1;
    }
    bytes(&name[..size.min(4)]) | bytes(&name[size - 3..]) << 32
}

fn line(text: &str) -> Option<(i32, f64, &str)> {
    let (id, rest) = text.strip_prefix("id: ")?.split_once(", price: ")?;
    let (price, name) = rest.split_once(", name: ")?;
    Some((id.parse().ok()?, price.parse().ok()?, name))
}

fn back(path: &str) -> Result<u64> {
    let mut input = BufReader::new(File::open(path)?);
    let mut text = String::new();
    let mut all = 0u64;
    while input.read_line(&mut text)? != 0 {
        let (id, price, name) = line(text.trim_end()).expect("a line");
        let value = (id as u64)
            .wrapping_add(price.to_bits().wrapping_mul(31))
            .wrapping_add(of_name(name.as_bytes()).wrapping_mul(961));
        all = all.wrapping_mul(31).wrapping_add(value);
        text.clear();
    }
    Ok(all)
}

pub fn row(name: &str, job: &mut Job) -> Result<u64> {
    match name {
        "writeln" => out(job),
        _ => back(&job.input),
    }
}
