import { sortColumn } from './sort-column';

const columns = { createdAt: 'request.createdAt', status: 'request.status' };

test('a name sorts in ascending order, with a minus in descending order', () => {
  expect(sortColumn('status', columns)).toEqual({ column: 'request.status', direction: 'ASC' });
  expect(sortColumn('-status', columns)).toEqual({ column: 'request.status', direction: 'DESC' });
});

test.each(['', '-', 'price', 'constructor', '-__proto__', 'toString'])(
  '%p is refused with the possible names',
  (sort) => {
    expect(() => sortColumn(sort, columns)).toThrow(
      expect.objectContaining({
        code: 'INVALID',
        errors: [{ field: 'sort', message: 'sort must be one of createdAt, status' }],
      }),
    );
  },
);
