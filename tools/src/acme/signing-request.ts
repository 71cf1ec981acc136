import { createPublicKey, sign, type KeyObject } from 'node:crypto';

/** DER tags (X.690). */
const tags = { integer: 2, bits: 3, octets: 4, oid: 6, sequence: 0x30, set: 0x31, attributes: 0xa0, dnsName: 0x82 };
const oids = {
  extensionRequest: '2a864886f70d01090e',
  subjectAltName: '551d11',
  ecdsaWithSha256: '2a8648ce3d040302',
};

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const oid = (hex: string) => der(tags.oid, Buffer.from(hex, 'hex'));

/** A certificate signing request (PKCS #10, DER) for one domain. @param key P-256 */
export function signingRequest(domain: string, key: KeyObject): Buffer {
  const names = der(tags.sequence, der(tags.dnsName, Buffer.from(domain, 'ascii')));
  const extension = der(tags.sequence, oid(oids.subjectAltName), der(tags.octets, names));
  const attribute = der(tags.sequence, oid(oids.extensionRequest), der(tags.set, der(tags.sequence, extension)));
  const info = der(
    tags.sequence,
    der(tags.integer, Buffer.from([0])),
    der(tags.sequence),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    der(tags.attributes, attribute),
  );
  const signature = sign('sha256', info, key);
  return der(
    tags.sequence,
    info,
    der(tags.sequence, oid(oids.ecdsaWithSha256)),
    der(tags.bits, Buffer.from([0]), signature),
  );
}
