import { fileURLToPath } from 'node:url';
import { DirectoryObjectStore } from './directory-object-store';
import type { RawObjectStore } from './raw-object-store';
import { S3ObjectStore, type S3Options } from './s3-object-store';
import { defaultRegion } from './s3-signature';

/** The bucket of an S3 address, and how to reach it; null for a directory. @param url as of `openObjectStore` */
export function s3Access(url: string): Required<S3Options> | null {
  const { protocol, username, password, host, pathname } = new URL(url);
  if (protocol === 'file:') return null;
  return {
    endpoint: `${protocol}//${host}`,
    accessKey: decodeURIComponent(username),
    secretKey: decodeURIComponent(password),
    bucket: pathname.slice(1),
    region: defaultRegion,
  };
}

/**
 * Opens the object store of a URL, without encryption. Call `prepare` if it may be new.
 * @param url `file:///directory`, or `http(s)://key:secret@host:port/bucket`
 */
export function openObjectStore(url: string): RawObjectStore {
  const access = s3Access(url);
  return access ? new S3ObjectStore(access) : new DirectoryObjectStore(fileURLToPath(url));
}
