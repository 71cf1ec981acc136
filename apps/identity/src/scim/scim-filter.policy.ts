import { AppError } from '@tradepost/contracts/errors';

export interface Filter<A extends string> {
  /** In lower case: names of attributes have no case (RFC 7643, 2.1). */
  attribute: A;
  value: string;
}

const comparison = /^ *([a-z]+) +eq +("(?:[^"\\]|\\.)*") *$/i;

/**
 * One attribute that equals a text (RFC 7644, 3.4.2.2), which is what identity providers look for. A larger grammar would only be refused later.
 * @returns null without a filter @throws AppError SCIM_FILTER
 */
export function filterOf<A extends string>(given: string | undefined, attributes: readonly A[]): Filter<A> | null {
  if (given === undefined) return null;
  const [, name = '', text = ''] = comparison.exec(given) ?? [];
  const attribute = attributes.find((one) => one === name.toLowerCase());
  const value = attribute && textOf(text);
  if (!attribute || value === null || value === undefined) throw new AppError('SCIM_FILTER');
  return { attribute, value };
}

/** The text that a JSON literal states; null for any other text, such as one with a wrong escape. */
export function textOf(literal: string): string | null {
  try {
    return String(JSON.parse(literal));
  } catch {
    return null;
  }
}
