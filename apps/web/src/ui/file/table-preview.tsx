import styles from './table-preview.module.css';

interface TablePreviewProps {
  label: string;
  /** Plain text, never markup; the first row is the head. */
  rows: string[][];
  maxHeight?: number;
}

/** The first rows of a table, as text. */
export function TablePreview({ label, rows: [head = [], ...rows], maxHeight = 240 }: TablePreviewProps) {
  const width = Math.max(head.length, ...rows.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, i) => i);
  return (
    <div
      className={styles.tablePreview}
      role="region"
      aria-label={label}
      tabIndex={0}
      style={{ '--max-height': `${maxHeight}px` }}
    >
      <table>
        <thead>
          <tr>
            {columns.map((i) => (
              <th key={i} scope="col">
                {head[i]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            <tr key={n}>
              {columns.map((i) => (
                <td key={i}>{row[i]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
