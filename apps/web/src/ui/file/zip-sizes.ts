const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
/** Before the end of a large archive: readers that look for it find another directory. */
const locatorSignature = 0x07064b50;
const locatorBytes = 20;
const endBytes = 22;
const entryBytes = 46;
const longestComment = 65_535;
/** In these fields of a large archive (ZIP64), which no workbook is, the real value stands elsewhere. */
const elsewhere = 0xffffffff;

export interface ZipSizes {
  files: number;
  /** Together, when unpacked. One that is not compressed takes the bytes that are stored, whatever it states. */
  bytes: number;
}

/**
 * What an archive says of its content, read without unpacking it; null where it says nothing readable, or what two readers could understand
 * in different ways: the one that unpacks it looks at another place for the number of files.
 */
export async function zipSizes(archive: Blob): Promise<ZipSizes | null> {
  const tail = await viewOf(archive.slice(Math.max(0, archive.size - endBytes - longestComment - locatorBytes)));
  let end = tail.byteLength - endBytes;
  while (end >= 0 && tail.getUint32(end, true) !== endSignature) end -= 1;
  if (end < 0) return null;
  const files = tail.getUint16(end + 10, true);
  if (tail.getUint16(end + 8, true) !== files) return null;
  const locator = end - locatorBytes;
  if (locator >= 0 && tail.getUint32(locator, true) === locatorSignature) return null;
  const directory = await viewOf(archive.slice(tail.getUint32(end + 16, true)));
  let bytes = 0;
  for (let file = 0, at = 0; file < files; file++) {
    if (at + entryBytes > directory.byteLength || directory.getUint32(at, true) !== entrySignature) return null;
    const size = directory.getUint32(at + 24, true);
    if (size === elsewhere) return null;
    bytes += Math.max(size, directory.getUint32(at + 20, true));
    at +=
      entryBytes +
      directory.getUint16(at + 28, true) +
      directory.getUint16(at + 30, true) +
      directory.getUint16(at + 32, true);
  }
  return { files, bytes };
}

const viewOf = async (blob: Blob) => new DataView(await blob.arrayBuffer());
