import { PlusOutlined } from '@ant-design/icons';
import { kycCurrencies } from '@tradepost/reference/currencies';
import { industriesSource } from '@tradepost/reference/industries';
import { Button, Card, Flex, Select, Typography } from 'antd';
import { useState } from 'react';
import { CountrySelect } from '../../../ui/form/country-select';
import { Anchor } from '../fields';
import { newCurrency, type CurrencyRow } from '../form-values';
import { NatureDialog } from './nature-dialog';
import { Cell, isBroken, PartNotes, RemoveButton, RowGrid, usePart } from './row-grid';
import { Volumes } from './volumes';
import { currencyLabel } from '../../../i18n/names';
import { referenceText } from '../../../i18n/reference-text';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './commercial-tab.module.css';
import grid from './row-grid.module.css';

const currencyOptions = kycCurrencies.map(({ code, symbol }) => ({ value: code, label: currencyLabel(code, symbol) }));

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
      <Card title={t('Nature of Business')}>
        <Flex justify="space-between" align="center" gap={16} wrap>
          <div className={styles.field}>
            {value ? (
              <>
                <Typography.Text strong className="numbers">
                  {value.code}
                </Typography.Text>{' '}
                {referenceText(value.description)}
              </>
            ) : (
              <Typography.Text type="secondary">{t('Nothing chosen yet')}</Typography.Text>
            )}
            <Typography.Text type="secondary" className={`${layout.block} ${layout.small}`}>
              {industriesSource.name}
            </Typography.Text>
          </div>
          <Button danger={!!error} onClick={() => setOpen(true)}>
            {value ? t('Change') : t('Choose')}
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
        title={t('Currencies & Destinations')}
        extra={
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => change([...rows, newCurrency()])}>
            {t('Add Currency')}
          </Button>
        }
      >
        <RowGrid
          columns="1fr 1fr 64px"
          heads={[{ text: t('Country') }, { text: t('Currency') }, { text: t('Actions') }]}
        >
          {rows.map((row, i) => (
            <div className={grid.row} key={i} data-field={`${field}[${i}]`}>
              <Cell label={t('Country')}>
                <CountrySelect
                  aria-label={t('Country of row {i}', { i: i + 1 })}
                  className={layout.fullWidth}
                  value={row.country}
                  onChange={(country) => set(i, { country })}
                  {...state(i, !row.country)}
                />
              </Cell>
              <Cell label={t('Currency')}>
                <Select
                  size="large"
                  showSearch={{ optionFilterProp: 'label' }}
                  aria-label={t('Currency of row {i}', { i: i + 1 })}
                  className={layout.fullWidth}
                  value={row.currency || undefined}
                  options={currencyOptions}
                  onChange={(currency) => set(i, { currency })}
                  {...state(i, !row.currency)}
                />
              </Cell>
              <RemoveButton
                label={t('Remove row {i}', { i: i + 1 })}
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
