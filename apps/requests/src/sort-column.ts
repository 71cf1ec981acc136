import { AppError } from '@tradepost/contracts/errors';

/** The column behind `name` or, descending, `-name`; 400 for a name that is not in `columns`. */
export function sortColumn(
  sort: string,
  columns: Record<string, string>,
): { column: string; direction: 'ASC' | 'DESC' } {
  const descending = sort.startsWith('-');
  const name = descending ? sort.slice(1) : sort;
  const column = new Map(Object.entries(columns)).get(name);
  if (column) return { column, direction: descending ? 'DESC' : 'ASC' };
  const message = `sort must be one of ${Object.keys(columns).join(', ')}`;
  throw new AppError('INVALID', { errors: [{ field: 'sort', message }] });
}
