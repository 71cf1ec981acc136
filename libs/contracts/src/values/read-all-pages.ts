import type { Page } from './fields';

/** Reads all items of a paged list. @param read returns one page; pages count from 1 */
export async function readAllPages<T>(read: (page: number) => Promise<Pick<Page<T>, 'items' | 'total'>>): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await read(page);
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}
