import { PlusOutlined } from '@ant-design/icons';
import { kycCurrencies } from '@tradepost/reference/currencies';
import { industriesSource } from '@tradepost/reference/industries';
import { Button, Card, Flex, Select, Typography } from 'antd';
import { useState } from 'react';
import { CountrySelect } from '../../ui/country-select';
import { Anchor } from './fields';
import { newCurrency, type CurrencyRow } from './form-values';
import { NatureDialog } from './nature-dialog';
import { Cell, isBroken, PartNotes, RemoveButton, RowGrid, usePart } from './row-grid';
import { Volumes } from './volumes';

const currencyOptions = kycCurrencies.map(({ code, name, symbol }) => ({
  value: code,
  label: symbol === code ? `${code} · ${name}` : `${code} ${symbol} · ${name}`,
}));

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
  const { field, value, error, remark, change } = usePart('businessNature');
  const [open, setOpen] = useState(false);
  return (
    <Anchor field={field}>
      <Card title="Nature of Business">
        <Flex justify="space-between" align="center" gap={16} wrap>
          <div style={{ flex: '1 1 240px' }}>
            {value ? (
              <>
                <Typography.Text strong className="numbers">
                  {value.code}
                </Typography.Text>{' '}
                {value.description}
              </>
            ) : (
              <Typography.Text type="secondary">Nothing chosen yet</Typography.Text>
            )}
            <Typography.Text type="secondary" style={{ display: 'block', fontSize: 13 }}>
              {industriesSource.name}
            </Typography.Text>
          </div>
          <Button danger={!!error} onClick={() => setOpen(true)}>
            {value ? 'Change' : 'Choose'}
          </Button>
        </Flex>
        <PartNotes error={error} remark={remark} />
        <NatureDialog
          open={open}
          chosen={value?.code}
          onClose={() => setOpen(false)}
          onChoose={(nature) => {
            change(nature);
            setOpen(false);
          }}
        />
      </Card>
    </Anchor>
  );
}

function Currencies() {
  const { field, value: rows, error, remark, change } = usePart('currencies');
  const set = (at: number, patch: Partial<CurrencyRow>) =>
    change(
      rows.map((row, i) => (i === at ? { ...row, ...patch } : row)),
      `[${at}]`,
    );
  const state = (at: number, missing: boolean) =>
    missing && isBroken(error, at) ? ({ status: 'error', 'aria-invalid': true } as const) : {};
  return (
    <Anchor field={field}>
      <Card
        className="wrapping-head"
        title="Currencies & Destinations"
        extra={
          <Button icon={<PlusOutlined />} onClick={() => change([...rows, newCurrency()])}>
            Add Currency
          </Button>
        }
      >
        <RowGrid columns="1fr 1fr 64px" heads={[{ text: 'Country' }, { text: 'Currency' }, { text: 'Actions' }]}>
          {rows.map((row, i) => (
            <div className="row-grid-row" key={i} data-field={`${field}[${i}]`}>
              <Cell label="Country">
                <CountrySelect
                  aria-label={`Country of row ${i + 1}`}
                  style={{ width: '100%' }}
                  value={row.country}
                  onChange={(country) => set(i, { country })}
                  {...state(i, !row.country)}
                />
              </Cell>
              <Cell label="Currency">
                <Select
                  size="large"
                  showSearch={{ optionFilterProp: 'label' }}
                  aria-label={`Currency of row ${i + 1}`}
                  style={{ width: '100%' }}
                  value={row.currency || undefined}
                  options={currencyOptions}
                  onChange={(currency) => set(i, { currency })}
                  {...state(i, !row.currency)}
                />
              </Cell>
              <RemoveButton
                label={`Remove row ${i + 1}`}
                isLast={rows.length === 1}
                onClick={() => change(rows.filter((_, at) => at !== i))}
              />
            </div>
          ))}
        </RowGrid>
        <PartNotes error={error} remark={remark} />
      </Card>
    </Anchor>
  );
}
