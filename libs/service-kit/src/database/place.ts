import { AppError } from '@tradepost/contracts/errors';

/** Where a page of a list ends: the value that the list is sorted by, as text, and the id of the last item. */
export type Place = [value: string, id: string];

/** @param cause of PostgreSQL, if the value has another type: the cursor of another sort has one */
export const notAPlace = (cause?: unknown) =>
  new AppError('INVALID', {
    message: 'after must be the next of an earlier answer',
    errors: [{ field: 'after', message: 'not valid' }],
    cause,
  });

export const cursorOf = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url');

/** @throws AppError INVALID */
export function placeOf(cursor: string): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place) && place.length === 2 && place.every((one) => typeof one === 'string'))
      return place as Place;
  } catch {
    // the error below covers text that is not JSON
  }
  throw notAPlace();
}

/** @param rows that follow a place @throws AppError INVALID when PostgreSQL refuses a value of the place */
export const readAfter = <Row>(rows: Promise<Row[]>): Promise<Row[]> =>
  rows.catch((error: { code?: string }) => {
    if (/^22/.test(error.code ?? '')) throw notAPlace(error);
    throw error;
  });
