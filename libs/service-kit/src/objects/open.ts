import { fileURLToPath } from 'node:url';
import { DirectoryObjectStore } from './directory-object-store';
import type { RawObjectStore } from './raw-object-store';
import { S3ObjectStore } from './s3-object-store';

/**
 * Opens the object store of a URL, without encryption. Call `prepare` if it may be new.
 * @param url `file:///directory`, or `http(s)://key:secret@host:port/bucket`
 */
export function openObjectStore(url: string): RawObjectStore {
  const { protocol, username, password, host, pathname } = new URL(url);
  return protocol === 'file:'
    ? new DirectoryObjectStore(fileURLToPath(url))
    : new S3ObjectStore({
        endpoint: `${protocol}//${host}`,
        accessKey: decodeURIComponent(username),
        secretKey: decodeURIComponent(password),
        bucket: pathname.slice(1),
      });
}
