import { Button, Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import { onDemand } from '../../layout/on-demand';
import type { Column, DataTableProps } from '../data-table-props';
import { isOutsideControls } from '../outside-controls';
import { t } from '../../../i18n/t';
import layout from '../../layout/layout.module.css';
import styles from '../data-table.module.css';

const CardDetails = onDemand(async () => (await import('./card-details')).CardDetails);

const any = () => true;

/** What a card shows of a column; nothing if the column is for tables only. */
function shownOf<T>({ card, render }: Column<T>, row: T): ReactNode {
  if (card === false) return null;
  return (typeof card === 'function' ? card : render)(row);
}

/** Whether a column has something to show for a row. */
const isShown = ({ shown }: { shown: ReactNode }) => shown !== null && shown !== false;

/** The rows of a list as cards of two lines, for narrow screens: the name, and the most important facts. */
export function Cards<T extends object>({
  label,
  columns,
  rows,
  keyOf,
  nameOf,
  selected = [],
  onSelect,
  canSelect = any,
  onOpen,
  hasDetails = false,
}: DataTableProps<T>) {
  const [detailed, setDetailed] = useState<string>();
  const [heading, ...others] = columns;
  const actions = others.find(({ isActions }) => isActions);
  const facts = others.filter(({ isActions }) => !isActions);
  const detailedRow = rows.find((row) => keyOf(row) === detailed);
  const open = onOpen ?? (hasDetails ? (row: T) => setDetailed(keyOf(row)) : undefined);
  const keys = rows.filter(canSelect).map(keyOf);
  const chosenHere = keys.filter((key) => selected.includes(key));
  return (
    <>
      {onSelect && keys.length > 0 && (
        <Checkbox
          checked={chosenHere.length === keys.length}
          indeterminate={chosenHere.length > 0 && chosenHere.length < keys.length}
          onChange={({ target }) =>
            onSelect(
              target.checked ? [...new Set([...selected, ...keys])] : selected.filter((key) => !keys.includes(key)),
            )
          }
          className={styles.selectAll}
        >
          {t('Select all')}
        </Checkbox>
      )}
      <div role="list" aria-label={label}>
        {rows.map((row) => (
          <div
            key={keyOf(row)}
            role="listitem"
            className={`list-row ${styles.card} ${open ? styles.opens : ''}`}
            {...(open && { onClick: (event) => isOutsideControls(event) && open(row) })}
          >
            {onSelect && canSelect(row) && (
              <Checkbox
                className={styles.select}
                aria-label={t('Select {row}', { row: nameOf(row) })}
                checked={selected.includes(keyOf(row))}
                onChange={({ target }) =>
                  onSelect(target.checked ? [...selected, keyOf(row)] : selected.filter((key) => key !== keyOf(row)))
                }
              />
            )}
            <div className={styles.text}>
              {heading && hasDetails ? (
                <Button
                  type="link"
                  aria-haspopup="dialog"
                  className={`${layout.nameLink} ${styles.name}`}
                  onClick={() => setDetailed(keyOf(row))}
                >
                  {shownOf(heading, row)}
                </Button>
              ) : (
                heading && shownOf(heading, row)
              )}
              <Facts columns={facts} row={row} />
            </div>
            {actions && shownOf(actions, row)}
          </div>
        ))}
      </div>
      {detailedRow && (
        <CardDetails
          facts={[...(heading ? [heading] : []), ...facts]
            .map(({ key, title, render }) => ({ key, title, shown: render(detailedRow) }))
            .filter(isShown)}
          actions={actions?.render(detailedRow)}
          onClose={() => setDetailed(undefined)}
        />
      )}
    </>
  );
}

/** In one line if all facts are made for cards. What these are, only screen readers say. */
function Facts<T>({ columns, row }: { columns: Column<T>[]; row: T }) {
  const facts = columns.map((column) => ({ ...column, shown: shownOf(column, row) })).filter(isShown);
  return (
    <dl className={`${styles.facts} ${facts.every(({ card }) => card) ? '' : styles.wrapping}`}>
      {facts.map(({ key, title, card, shown, isNumber }) => (
        <div key={key}>
          <dt className={card ? 'sr-only' : undefined}>{title}</dt>
          <dd className={isNumber ? 'numbers' : undefined}>{shown}</dd>
        </div>
      ))}
    </dl>
  );
}
