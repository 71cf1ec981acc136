import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { LRUCache } from 'lru-cache';

const maxBytes = 16 * 1024 ** 2;
/** What an entry takes in addition to its page and key, about. */
const bytesOfEntry = 1024;

/** A page of the files of a folder, as it is sent. */
interface CachedPage {
  /** Of the folder's files. */
  version: number;
  json: Buffer;
}

type Reader = Pick<UserActor, 'companyId' | 'roles' | 'sso' | 'key'>;

/** The account of the folders, all that decides what a member of it may see, and the call. */
const keyOf = ({ companyId, roles = ['owner'], sso, key }: Reader, url: string) =>
  JSON.stringify([companyId, [...roles].sort(), sso ?? null, key?.scopes ?? null, url]);

/**
 * Pages that many people of a company open. Storage decides for each call whether the caller may read the folder and which version its files
 * have: a page of another version is never sent.
 */
@Injectable()
export class PageCache {
  private readonly pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ json }, key) => json.length + key.length + bytesOfEntry,
  });

  find(reader: Reader, url: string): CachedPage | undefined {
    return this.pages.get(keyOf(reader, url));
  }

  keep(reader: Reader, url: string, version: number, page: object): CachedPage {
    const text = JSON.stringify(page);
    // not of Node's pool: a small page would hold all that shares its block
    const json = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
    json.write(text);
    const current = { version, json };
    this.pages.set(keyOf(reader, url), current);
    return current;
  }
}
