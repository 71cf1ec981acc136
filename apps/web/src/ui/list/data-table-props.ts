import type { ReactNode } from 'react';

export interface Column<T> {
  key: string;
  title: string;
  render: (row: T) => ReactNode;
  /** The field to sort by; not sortable when omitted. */
  sortBy?: string;
  /** Right-aligned with tabular digits. */
  isNumber?: boolean;
  /** The row's actions; next to its name on a card. */
  isActions?: boolean;
  width?: number;
  /** Left out of a table that is too narrow for all columns: what opens from the row says it too. */
  folds?: boolean;
  /**
   * What a card shows in a line with other facts, without the title; true if it is what a table shows, false if only what opens from the row
   * says it. Otherwise, the title and what a table shows.
   */
  card?: ((row: T) => ReactNode) | boolean;
}

export interface DataTableProps<T> {
  label: string;
  /** The first names the row. */
  columns: Column<T>[];
  rows: T[];
  keyOf: (row: T) => string;
  /** The row's name in the label of its checkbox. */
  nameOf: (row: T) => string;
  empty: ReactNode;
  /** Shows a thin bar above the current rows. */
  refreshing?: boolean;
  selected?: string[];
  onSelect?: (keys: string[]) => void;
  /** A click outside the links and buttons of a row; each such row also has a link or button for the same. */
  onOpen?: (row: T) => void;
  /** Rows have nothing that opens them: the name on a card opens a sheet with all that a table shows. */
  hasDetails?: boolean;
  /** Which rows can be selected; all when omitted. */
  canSelect?: (row: T) => boolean;
  /** `name` or, descending, `-name`. */
  sort?: string;
  onSort?: (sort: string) => void;
}
