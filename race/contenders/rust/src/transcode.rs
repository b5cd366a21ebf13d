// row: simdutf | 8to16 16to8 8to32 32to8 validate | the simdutf crate
// row: simdutf_haswell | 8to16 16to8 8to32 32to8 validate | the same with
//   SIMDUTF_FORCE_IMPLEMENTATION=haswell
// row: simdutf_westmere | 8to16 16to8 8to32 32to8 validate | westmere
// row: simdutf_fallback | 8to16* 16to8* 8to32* 32to8* validate* | fallback
// row: std | 8to16 16to8 8to32 32to8 validate | from_utf8, encode_utf16,
//   decode_utf16, chars, char::from_u32
use crate::contender::Job;
use std::io::{Error, Result};

const FORCE: &str = "SIMDUTF_FORCE_IMPLEMENTATION";

/// Converts the same text repeatedly into the same block, and once before the
/// clock runs.
fn again<T: Copy + Default, U>(
    job: &mut Job,
    text: &[U],
    convert: impl Fn(&[U], &mut [T]) -> usize,
) -> Result<u64> {
    let mut out = vec![T::default(); text.len() * 4 + 64];
    let mut written = convert(text, &mut out);
    job.start_clock();
    for _ in 0..job.count {
        written = convert(std::hint::black_box(text), &mut out);
    }
    job.stop_clock();
    let size = written * std::mem::size_of::<T>();
    let bytes = unsafe { std::slice::from_raw_parts(out.as_ptr() as *const u8, size) };
    std::fs::write(&job.output, bytes)?;
    Ok(0)
}

/// A text with a wrong byte in its middle must be refused. Returns the size
/// that was found valid.
fn valid_again(job: &mut Job, mut text: Vec<u8>, valid: impl Fn(&[u8]) -> bool) -> Result<u64> {
    let middle = text.len() / 2;
    let kept = std::mem::replace(&mut text[middle], 0xFF);
    if valid(&text) {
        return Err(Error::other("a wrong byte was found valid"));
    }
    text[middle] = kept;
    let mut all = valid(&text);
    job.start_clock();
    for _ in 0..job.count {
        all &= valid(std::hint::black_box(&text));
    }
    job.stop_clock();
    Ok(if all { text.len() as u64 } else { 0 })
}

fn units<const N: usize, T>(bytes: &[u8], make: impl Fn([u8; N]) -> T) -> Vec<T> {
    bytes
        .chunks_exact(N)
        .map(|b| make(b.try_into().expect("a unit")))
        .collect()
}

fn by_simdutf(job: &mut Job, kind: &str, bytes: Vec<u8>) -> Result<u64> {
    let wide = |bytes: &[u8]| units::<2, u16>(bytes, u16::from_le_bytes);
    let wider = |bytes: &[u8]| units::<4, u32>(bytes, u32::from_le_bytes);
    // The blocks have room for four units per unit of the input.
    unsafe {
        match kind {
            "8to16" => again(job, &bytes, |t: &[u8], o: &mut [u16]| {
                simdutf::convert_utf8_to_utf16le(t.as_ptr(), t.len(), o.as_mut_ptr())
            }),
            "16to8" => again(job, &wide(&bytes), |t: &[u16], o: &mut [u8]| {
                simdutf::convert_utf16le_to_utf8(t.as_ptr(), t.len(), o.as_mut_ptr())
            }),
            "8to32" => again(job, &bytes, |t: &[u8], o: &mut [u32]| {
                simdutf::convert_utf8_to_utf32(t.as_ptr(), t.len(), o.as_mut_ptr())
            }),
            "32to8" => again(job, &wider(&bytes), |t: &[u32], o: &mut [u8]| {
                simdutf::convert_utf32_to_utf8(t.as_ptr(), t.len(), o.as_mut_ptr())
            }),
            _ => valid_again(job, bytes, |t| simdutf::validate_utf8(t)),
        }
    }
}

fn store_chars(out: &mut [u8], chars: impl Iterator<Item = char>) -> usize {
    let mut at = 0;
    for c in chars {
        at += c.encode_utf8(&mut out[at..]).len();
    }
    at
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

fn by_std(job: &mut Job, kind: &str, bytes: Vec<u8>) -> Result<u64> {
    match kind {
        "8to16" => again(job, &bytes, |t: &[u8], o: &mut [u16]| {
            let made = text(t).encode_utf16().zip(o.iter_mut());
            made.map(|(unit, place)| *place = unit).count()
        }),
        "16to8" => {
            let wide = units::<2, u16>(&bytes, u16::from_le_bytes);
            again(job, &wide, |t: &[u16], o: &mut [u8]| {
                let chars = char::decode_utf16(t.iter().copied());
                store_chars(o, chars.map(|c| c.expect("UTF-16")))
            })
        }
        "8to32" => again(job, &bytes, |t: &[u8], o: &mut [u32]| {
            let made = text(t).chars().zip(o.iter_mut());
            made.map(|(c, place)| *place = c as u32).count()
        }),
        "32to8" => {
            let wide = units::<4, u32>(&bytes, u32::from_le_bytes);
            again(job, &wide, |t: &[u32], o: &mut [u8]| {
                store_chars(o, t.iter().map(|u| char::from_u32(*u).expect("UTF-32")))
            })
        }
        _ => valid_again(job, bytes, |t| std::str::from_utf8(t).is_ok()),
    }
}

pub fn row(name: &str, job: &mut Job) -> Result<u64> {
    let kind = job.heat.split('-').next().unwrap_or("").to_string();
    let bytes = std::fs::read(&job.input)?;
    match name.strip_prefix("simdutf") {
        None => by_std(job, &kind, bytes),
        Some(level) => {
            // Set before simdutf detects the processor; the program has one
            // thread.
            if let Some(level) = level.strip_prefix('_') {
                std::env::set_var(FORCE, level);
            }
            by_simdutf(job, &kind, bytes)
        }
    }
}
