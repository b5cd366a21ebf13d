// row: flate2 | write-gzip read-gzip lines-gzip | the flate2 crate with
//   miniz_oxide, its default; MultiGzDecoder; read_until
// row: zstd | write-zstd read-zstd lines-zstd | the zstd crate, which builds
//   libzstd 1.5.7
// row: lz4_flex | write-lz4 read-lz4 lines-lz4 | the lz4_flex crate, frames
use crate::contender::Job;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use flate2::Compression;
use lz4_flex::frame::{BlockSize, FrameDecoder, FrameEncoder, FrameInfo};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Error, Read, Result, Write};

const PIECE: usize = 64 * 1024;

fn write_pieces(bytes: &[u8], out: &mut impl Write) -> Result<()> {
    bytes.chunks(PIECE).try_for_each(|piece| out.write_all(piece))
}

fn write(name: &str, job: &mut Job) -> Result<u64> {
    let bytes = std::fs::read(&job.input)?;
    job.start_clock();
    let file = BufWriter::with_capacity(PIECE, File::create(&job.output)?);
    let mut file = match name {
        "flate2" => {
            let level = if job.heat == "write-gzip-1" { 1 } else { 6 };
            let mut out = GzEncoder::new(file, Compression::new(level));
            write_pieces(&bytes, &mut out)?;
            out.finish()?
        }
        "zstd" => {
            let mut out = zstd::stream::write::Encoder::new(file, 3)?;
            out.include_checksum(true)?;
            write_pieces(&bytes, &mut out)?;
            out.finish()?
        }
        _ => {
            let info = FrameInfo::new()
                .block_size(BlockSize::Max64KB)
                .content_checksum(true);
            let mut out = FrameEncoder::with_frame_info(info, file);
            write_pieces(&bytes, &mut out)?;
            out.finish().map_err(Error::other)?
        }
    };
    file.flush()?;
    drop(file);
    job.stop_clock();
    Ok(0)
}

/// Adler-32, with the clock stopped.
fn judge(job: &mut Job, bytes: &[u8], sums: &mut (u32, u32)) {
    job.stop_clock();
    for piece in bytes.chunks(5552) {
        for byte in piece {
            sums.0 += u32::from(*byte);
            sums.1 += sums.0;
        }
        sums.0 %= 65521;
        sums.1 %= 65521;
    }
    job.resume_clock();
}

fn take(job: &mut Job, mut from: impl Read) -> Result<u64> {
    if job.heat.starts_with("lines") {
        let mut lines = BufReader::with_capacity(PIECE, from);
        let (mut line, mut total) = (Vec::new(), 0);
        while lines.read_until(b'\n', &mut line)? != 0 {
            total += (1u64 << 32) + line.len() as u64 - 1;
            line.clear();
        }
        return Ok(total);
    }
    let (mut piece, mut sums) = (vec![0u8; PIECE], (1u32, 0u32));
    loop {
        let got = from.read(&mut piece)?;
        if got == 0 {
            return Ok(u64::from(sums.1 << 16 | sums.0));
        }
        judge(job, &piece[..got], &mut sums);
    }
}

pub fn row(name: &str, job: &mut Job) -> Result<u64> {
    if job.heat.starts_with("write") {
        return write(name, job);
    }
    let file = BufReader::with_capacity(PIECE, File::open(&job.input)?);
    match name {
        "flate2" => take(job, MultiGzDecoder::new(file)),
        "zstd" => take(job, zstd::stream::read::Decoder::with_buffer(file)?),
        _ => take(job, FrameDecoder::new(file)),
    }
}
