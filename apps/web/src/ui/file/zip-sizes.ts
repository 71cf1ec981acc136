const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endBytes = 22;
const entryBytes = 46;
const longestComment = 65_535;
/** In these fields of a large archive (ZIP64), which no workbook is, the real value stands elsewhere. */
const elsewhere = 0xffffffff;

export interface ZipSizes {
  files: number;
  /** Together, when unpacked. */
  bytes: number;
}

/** What an archive says of its content, read without unpacking it; null where it says nothing readable. */
export async function zipSizes(archive: Blob): Promise<ZipSizes | null> {
  const tail = await viewOf(archive.slice(Math.max(0, archive.size - endBytes - longestComment)));
  let end = tail.byteLength - endBytes;
  while (end >= 0 && tail.getUint32(end, true) !== endSignature) end -= 1;
  if (end < 0) return null;
  const files = tail.getUint16(end + 10, true);
  const directory = await viewOf(archive.slice(tail.getUint32(end + 16, true)));
  let bytes = 0;
  for (let file = 0, at = 0; file < files; file++) {
    if (at + entryBytes > directory.byteLength || directory.getUint32(at, true) !== entrySignature) return null;
    const size = directory.getUint32(at + 24, true);
    if (size === elsewhere) return null;
    bytes += size;
    at +=
      entryBytes +
      directory.getUint16(at + 28, true) +
      directory.getUint16(at + 30, true) +
      directory.getUint16(at + 32, true);
  }
  return { files, bytes };
}

const viewOf = async (blob: Blob) => new DataView(await blob.arrayBuffer());
