import { ArrowDownOutlined, ArrowUpOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Card, Flex, Select, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { AmountInput } from '../../../ui/form/amount-input';
import { formatAmount } from '../../../ui/form/decimal';
import { CountrySelect } from '../../../ui/form/country-select';
import { Anchor } from '../fields';
import { newTrade, thisYear, totalOf, varianceOf, type TradeRow } from '../form-values';
import { Cell, isBroken, PartNotes, RemoveButton, RowGrid, usePart } from './row-grid';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './volumes.module.css';
import grid from './row-grid.module.css';

const yearsBack = 5;
const largest = '999999999999';
const heads = [
  { text: t('Country') },
  { text: t('Expected (€)'), isNumber: true },
  { text: t('Actual (€)'), isNumber: true },
  { text: t('Variance'), isNumber: true },
  { text: t('Actions') },
];
const columns = 'minmax(180px, 1.4fr) minmax(110px, 1fr) minmax(110px, 1fr) minmax(110px, 0.8fr) 64px';

const lastYears = () => Array.from({ length: yearsBack + 1 }, (_, i) => String(Number(thisYear()) - i));

export function Volumes() {
  const { field, value: rows, error, remark, change } = usePart('tradeVolumes');
  const [year, setYear] = useState(thisYear);
  const years = [...new Set([...lastYears(), ...rows.map((row) => row.year)])].sort().reverse();
  const set = (at: number, patch: Partial<TradeRow>) =>
    change(
      rows.map((row, i) => {
        if (i !== at) return row;
        const next = { ...row, ...patch };
        return { ...next, variance: varianceOf(next.expected, next.actual) };
      }),
      `[${at}]`,
    );
  const shown = rows.flatMap((row, i) => (row.year === year ? [{ row, i }] : []));

  const brokenYears = rows.filter((_, i) => isBroken(error, i)).map((row) => row.year);
  const yearToMend = brokenYears.length > 0 && !brokenYears.includes(year) ? brokenYears[0] : undefined;
  useEffect(() => {
    // only when the error appears: afterwards people may look at other years
    if (yearToMend) setYear(yearToMend);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [error]);

  return (
    <Anchor field={field}>
      <Card
        className="wrapping-head"
        title={t('Expected vs Actual Trade Volumes')}
        extra={
          <Flex gap={8} wrap>
            <Select
              aria-label={t('Year')}
              value={year}
              onChange={setYear}
              options={years.map((value) => ({ value, label: value }))}
              disabled={false}
            />
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => change([...rows, newTrade(year)])}>
              {t('Add Country')}
            </Button>
          </Flex>
        }
      >
        {shown.length === 0 ? (
          <Typography.Text type="secondary">{t('No volumes for {year} yet.', { year })}</Typography.Text>
        ) : (
          <RowGrid columns={columns} heads={heads}>
            {shown.map(({ row, i }) => (
              <VolumeRow
                key={i}
                row={row}
                at={i}
                place={`${field}[${i}]`}
                isBad={isBroken(error, i)}
                onChange={(patch) => set(i, patch)}
              >
                <RemoveButton
                  label={t('Remove volume {i}', { i: i + 1 })}
                  isLast={rows.length === 1}
                  onClick={() => change(rows.filter((_, at) => at !== i))}
                />
              </VolumeRow>
            ))}
            <Totals year={year} rows={shown.map(({ row }) => row)} />
          </RowGrid>
        )}
        <PartNotes error={error} remark={remark} />
      </Card>
    </Anchor>
  );
}

interface VolumeRowProps {
  row: TradeRow;
  at: number;
  place: string;
  isBad: boolean;
  onChange: (patch: Partial<TradeRow>) => void;
  children: React.ReactNode;
}

function VolumeRow({ row, at, place, isBad, onChange, children }: VolumeRowProps) {
  const state = (missing: boolean) => (missing && isBad ? ({ status: 'error', 'aria-invalid': true } as const) : {});
  return (
    <div className={grid.row} data-field={place}>
      <Cell label={t('Country')}>
        <CountrySelect
          aria-label={t('Country of volume {at}', { at: at + 1 })}
          className={layout.fullWidth}
          value={row.country}
          onChange={(country) => onChange({ country })}
          {...state(!row.country)}
        />
      </Cell>
      <Cell label={t('Expected (€)')}>
        <Amount
          label={t('Expected of volume {at} in euros', { at: at + 1 })}
          value={row.expected}
          onChange={(expected) => onChange({ expected })}
          {...state(!row.expected)}
        />
      </Cell>
      <Cell label={t('Actual (€)')}>
        <Amount
          label={t('Actual of volume {at} in euros', { at: at + 1 })}
          value={row.actual}
          onChange={(actual) => onChange({ actual })}
          {...state(!row.actual)}
        />
      </Cell>
      <Cell label={t('Variance')} isNumber>
        <Variance value={row.variance} />
      </Cell>
      {children}
    </div>
  );
}

interface AmountProps {
  label: string;
  value: string;
  onChange: (amount: string) => void;
  status?: 'error';
  'aria-invalid'?: true;
}

const Amount = ({ label, ...props }: AmountProps) => (
  <AmountInput
    size="large"
    max={largest}
    controls={false}
    isEndAligned
    aria-label={label}
    format={(amount) => formatAmount(amount)}
    {...props}
  />
);

/** Actual minus expected: its direction as an arrow, its sign as a colour too. */
function Variance({ value }: { value: string }) {
  const number = Number(value);
  const sign = number > 0 ? styles.positive : number < 0 ? styles.negative : '';
  return (
    <span className={`numbers ${styles.variance} ${sign}`}>
      {number > 0 && <ArrowUpOutlined aria-label={t('up')} />}
      {number < 0 && <ArrowDownOutlined aria-label={t('down')} />} {formatAmount(value, 'exceptZero')}
    </span>
  );
}

function Totals({ year, rows }: { year: string; rows: TradeRow[] }) {
  const { expected, actual, variance } = totalOf(rows);
  return (
    <div className={`${grid.row} ${grid.total} numbers`} role="group" aria-label={t('Totals of {year}', { year })}>
      <div>{t('Total {year}', { year })}</div>
      <Cell label={t('Expected (€)')} isNumber>
        {formatAmount(expected)}
      </Cell>
      <Cell label={t('Actual (€)')} isNumber>
        {formatAmount(actual)}
      </Cell>
      <Cell label={t('Variance')} isNumber>
        <Variance value={variance} />
      </Cell>
    </div>
  );
}
