import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { kycCurrencies } from '@tradepost/reference/currencies';
import { Button, Card, Flex, InputNumber, Select, Typography, theme } from 'antd';
import { getIn, useFormikContext } from 'formik';
import { useState, type ReactNode } from 'react';
import { CountrySelect } from '../../ui/country-select';
import { newCurrency, newTrade, thisYear, varianceOf, type CurrencyRow, type KycValues, type TradeRow } from './form-values';
import { NatureDialog } from './nature-dialog';

const currencyOptions = kycCurrencies.map(({ code, name, symbol }) => ({ value: code, label: symbol === code ? `${code} · ${name}` : `${code} ${symbol} · ${name}` }));
const yearsBack = 5;

/** Value of one part of the commercial information, and its error if the whole part has one. */
function usePart<K extends keyof KycValues['commercialInfo']>(part: K) {
  const { values, errors, setFieldValue, setFieldError } = useFormikContext<KycValues>();
  const path = `commercialInfo.${part}`;
  const error: unknown = getIn(errors, path);
  return {
    value: values.commercialInfo[part],
    error: Array.isArray(error) ? error.find(Boolean) : error,
    change: (next: KycValues['commercialInfo'][K]) => {
      void setFieldValue(path, next, false);
      setFieldError(path, undefined);
    },
  };
}

function PartError({ error }: { error: unknown }) {
  const { token } = theme.useToken();
  return (
    <div role="alert" style={{ color: token.colorError }}>
      {typeof error === 'string' && <div style={{ paddingTop: 8 }}>{error}</div>}
    </div>
  );
}

export function CommercialTab() {
  return (
    <Flex vertical gap={24}>
      <Nature />
      <Currencies />
      <Volumes />
    </Flex>
  );
}

function Nature() {
  const { value, error, change } = usePart('businessNature');
  const [open, setOpen] = useState(false);
  return (
    <Card title="Nature of Business">
      <Flex justify="space-between" align="center" gap={16} wrap>
        {value ? (
          <span>
            <Typography.Text strong className="numbers">
              {value.code}
            </Typography.Text>{' '}
            {value.description}
          </span>
        ) : (
          <Typography.Text type="secondary">Nothing chosen yet</Typography.Text>
        )}
        <Button onClick={() => setOpen(true)}>{value ? 'Change' : 'Choose'}</Button>
      </Flex>
      <PartError error={error} />
      <NatureDialog
        open={open}
        onClose={() => setOpen(false)}
        onChoose={(nature) => {
          change(nature);
          setOpen(false);
        }}
      />
    </Card>
  );
}

function RemoveButton({ label, disabled, onClick }: { label: string; disabled: boolean; onClick: () => void }) {
  return <Button type="text" icon={<DeleteOutlined />} aria-label={label} title={disabled ? 'The last row stays' : label} disabled={disabled} onClick={onClick} />;
}

/** Columns on wide screens, one block a row on phones; every control carries its own label. */
function RowGrid({ columns, heads, children }: { columns: string; heads: string[]; children: ReactNode }) {
  return (
    <div className="row-grid" style={{ ['--columns' as string]: columns }}>
      <div className="row-grid-head" aria-hidden>
        {heads.map((head) => (
          <span key={head}>{head}</span>
        ))}
      </div>
      {children}
    </div>
  );
}

/** One value of a row; phones show its column's name above it. */
function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <span className="row-grid-label" aria-hidden>
        {label}
      </span>
      {children}
    </div>
  );
}

function Currencies() {
  const { value: rows, error, change } = usePart('currencies');
  const set = (at: number, patch: Partial<CurrencyRow>) => change(rows.map((row, i) => (i === at ? { ...row, ...patch } : row)));
  return (
    <Card className="wrapping-head" title="Currencies & Destinations" extra={<Button icon={<PlusOutlined />} onClick={() => change([...rows, newCurrency()])}>Add Currency</Button>}>
      <RowGrid columns="1fr 1fr 64px" heads={['Country', 'Currency', 'Actions']}>
        {rows.map((row, i) => (
          <div className="row-grid-row" key={i}>
            <Cell label="Country">
              <CountrySelect aria-label={`Country of row ${i + 1}`} style={{ width: '100%' }} value={row.country} onChange={(country) => set(i, { country })} />
            </Cell>
            <Cell label="Currency">
              <Select
                size="large"
                aria-label={`Currency of row ${i + 1}`}
                style={{ width: '100%' }}
                value={row.currency || undefined}
                options={currencyOptions}
                onChange={(currency) => set(i, { currency })}
              />
            </Cell>
            <RemoveButton label={`Remove row ${i + 1}`} disabled={rows.length === 1} onClick={() => change(rows.filter((_, at) => at !== i))} />
          </div>
        ))}
      </RowGrid>
      <PartError error={error} />
    </Card>
  );
}

function Variance({ value }: { value: string }) {
  const { token } = theme.useToken();
  const number = Number(value);
  const color = number > 0 ? token.colorSuccess : number < 0 ? token.colorError : token.colorTextSecondary;
  return (
    <span className="numbers" style={{ color, whiteSpace: 'nowrap' }}>
      {number > 0 && <ArrowUpOutlined aria-label="up" />}
      {number < 0 && <ArrowDownOutlined aria-label="down" />} {number.toLocaleString('en')}
    </span>
  );
}

function Volumes() {
  const { value: rows, error, change } = usePart('tradeVolumes');
  const [year, setYear] = useState(thisYear);
  const years = [...new Set([...Array.from({ length: yearsBack }, (_, i) => String(Number(thisYear()) - i)), ...rows.map((row) => row.year)])].sort().reverse();
  const set = (at: number, patch: Partial<TradeRow>) =>
    change(
      rows.map((row, i) => {
        if (i !== at) return row;
        const next = { ...row, ...patch };
        return { ...next, variance: varianceOf(next.expected, next.actual) };
      }),
    );
  const shown = rows.flatMap((row, i) => (row.year === year ? [{ row, i }] : []));
  const amount = (label: string, value: string, onChange: (amount: string) => void) => (
    <InputNumber<string>
      size="large"
      stringMode
      min="0"
      precision={2}
      prefix="€"
      controls={false}
      aria-label={label}
      value={value}
      onChange={(next) => onChange(next === null ? '' : String(next))}
      style={{ width: '100%' }}
      styles={{ input: { textAlign: 'end' } }}
    />
  );

  return (
    <Card
      className="wrapping-head"
      title="Expected vs Actual Trade Volumes"
      extra={
        <Flex gap={8} wrap>
          <Select aria-label="Year" value={year} onChange={setYear} options={years.map((value) => ({ value, label: value }))} />
          <Button icon={<PlusOutlined />} onClick={() => change([...rows, newTrade(year)])}>
            Add Country
          </Button>
        </Flex>
      }
    >
      {shown.length === 0 ? (
        <Typography.Text type="secondary">No volumes for {year} yet.</Typography.Text>
      ) : (
        <RowGrid columns="1.4fr 1fr 1fr 120px 64px" heads={['Country', 'Expected (€)', 'Actual (€)', 'Variance', 'Actions']}>
          {shown.map(({ row, i }) => (
            <div className="row-grid-row" key={i}>
              <Cell label="Country">
                <CountrySelect aria-label={`Country of volume ${i + 1}`} style={{ width: '100%' }} value={row.country} onChange={(country) => set(i, { country })} />
              </Cell>
              <Cell label="Expected (€)">{amount(`Expected of volume ${i + 1} in euros`, row.expected, (expected) => set(i, { expected }))}</Cell>
              <Cell label="Actual (€)">{amount(`Actual of volume ${i + 1} in euros`, row.actual, (actual) => set(i, { actual }))}</Cell>
              <Cell label="Variance">
                <Variance value={row.variance} />
              </Cell>
              <RemoveButton label={`Remove volume ${i + 1}`} disabled={rows.length === 1} onClick={() => change(rows.filter((_, at) => at !== i))} />
            </div>
          ))}
        </RowGrid>
      )}
      <PartError error={error} />
    </Card>
  );
}
