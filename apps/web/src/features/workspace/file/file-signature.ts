import { pictureSignatures } from '@tradepost/reference/file-types';

const signatures: Record<string, string[]> = {
  pdf: ['25504446'],
  png: [pictureSignatures.png],
  jpg: [pictureSignatures.jpeg],
  jpeg: [pictureSignatures.jpeg],
  gif: ['474946383761', '474946383961'],
  xlsx: ['504b0304'],
  xls: ['d0cf11e0a1b11ae1'],
};

/** Whether the first bytes fit the extension. The server cannot check sealed files. */
export async function matchesExtension(file: File): Promise<boolean> {
  const known = signatures[file.name.split('.').at(-1)?.toLowerCase() ?? ''];
  if (!known) return true;
  const head = Array.from(new Uint8Array(await file.slice(0, 1024).arrayBuffer()), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  // PDF readers accept bytes before the header
  return known.some(
    (signature) => head.startsWith(signature) || (signature === signatures.pdf?.[0] && head.includes(signature)),
  );
}
