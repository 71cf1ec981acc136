/** Items of a list that are read at most: fewer fit into one answer. */
export const mostListed = 30_000;

/** Of a list. A message between services has at most 8 MB (`deploy/nats.conf`). */
export const mostAnswerBytes = 6 * 1024 ** 2;

/** The first of the items, as many as fit into one answer as JSON. */
export function thatFit<T>(items: readonly T[]): T[] {
  let room = mostAnswerBytes;
  const end = items.findIndex((item) => {
    room -= Buffer.byteLength(JSON.stringify(item)) + 1;
    return room < 0;
  });
  return end < 0 ? [...items] : items.slice(0, end);
}
