import type { Page } from './fields';

/** Reads a list page by page, from the first to the last. */
export async function everyPage<T>(read: (page: number) => Promise<Pick<Page<T>, 'items' | 'total'>>): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await read(page);
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}
