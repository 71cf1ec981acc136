import type { Sample } from '@tradepost/contracts/storage';
import { Form, InputNumber, Radio, Select, Typography } from 'antd';
import { AmountInput } from '../../../ui/form/amount-input';
import { currencyOptions } from '../../../ui/exchange/currency-options';
import { writeAmount } from '../../../ui/form/decimal';
import { TwoColumns } from '../../../ui/layout/two-columns';
import { categoryOptions } from './terms-options';
import { changeTerms, type FileTerms } from './terms';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './upload.module.css';

interface TermsFieldsProps {
  terms: FileTerms;
  onChange: (terms: FileTerms) => void;
  /** The two dialogs label these fields differently. */
  names?: { records: string; total: string };
  /** Offers the first rows as a preview. */
  hasRows: boolean;
}

export function TermsFields({
  terms,
  onChange,
  names = { records: t('Number of Records'), total: t('Total Value') },
  hasRows,
}: TermsFieldsProps) {
  const set = (changed: Partial<FileTerms>) => onChange(changeTerms(terms, changed));
  const samples: { value: NonNullable<Sample> | 'none'; label: string }[] = [
    { value: 'none', label: t('No preview') },
    ...(hasRows ? [{ value: 'rows' as const, label: t('First rows') }] : []),
    ...(terms.mode === 'managed' ? [{ value: 'file' as const, label: t('Whole file') }] : []),
  ];
  return (
    <Form layout="vertical" component="div">
      <Form.Item label={t('Category')} htmlFor="terms-category">
        <Select
          id="terms-category"
          showSearch={{ optionFilterProp: 'label' }}
          options={categoryOptions}
          value={terms.category}
          onChange={(category) => set({ category })}
        />
      </Form.Item>
      <TwoColumns>
        <Form.Item label={t('Rate Per Record')} htmlFor="terms-price">
          <AmountInput
            id="terms-price"
            value={terms.price}
            format={writeAmount}
            onChange={(price) => set({ price: price || '0' })}
          />
        </Form.Item>
        <Form.Item label={t('Currency')} htmlFor="terms-currency">
          <Select
            id="terms-currency"
            showSearch={{ optionFilterProp: 'label' }}
            options={currencyOptions}
            value={terms.currency}
            onChange={(currency) => set({ currency })}
          />
        </Form.Item>
        <Form.Item label={names.records} htmlFor="terms-records">
          <InputNumber<string>
            id="terms-records"
            stringMode
            min="0"
            step="1"
            precision={0}
            className={layout.fullWidth}
            value={terms.numberOfRecords}
            onChange={(records) => set({ numberOfRecords: records ?? '0' })}
          />
        </Form.Item>
        <Form.Item
          label={names.total}
          htmlFor="terms-total"
          help={terms.ownTotal ? t('Entered manually') : t('Rate × records')}
        >
          <AmountInput
            id="terms-total"
            value={terms.totalAmount}
            format={writeAmount}
            onChange={(total) => set({ totalAmount: total || '0' })}
          />
        </Form.Item>
      </TwoColumns>
      {samples.length > 1 && (
        <Form.Item label={t('Preview for partners')} className={styles.sample}>
          <Radio.Group
            aria-label={t('Preview for partners')}
            options={samples}
            value={terms.sample === null || (terms.sample === 'rows' && !hasRows) ? 'none' : terms.sample}
            onChange={({ target }) => set({ sample: target.value === 'none' ? null : (target.value as Sample) })}
          />
          {terms.mode === 'e2e' && terms.sample === 'rows' && hasRows && (
            <Typography.Paragraph type="secondary" className={styles.note}>
              {t(
                'These rows and the column names are not end-to-end encrypted: partners with access to the folder see them, and Tradepost can.',
              )}
            </Typography.Paragraph>
          )}
        </Form.Item>
      )}
    </Form>
  );
}
