import type { Sample } from '@tradepost/contracts/storage';
import { dataCategoryGroups } from '@tradepost/reference/data-category-groups';
import { defaultDataCategory } from '@tradepost/reference/data-categories';
import { currencies } from '@tradepost/reference/currencies';
import { Form, InputNumber, Radio, Select, Typography } from 'antd';
import { TwoColumns } from '../../ui/two-columns';
import { changeTerms, type FileTerms } from './terms';

const categoryOptions = [
  { value: defaultDataCategory, label: defaultDataCategory },
  ...dataCategoryGroups.map(({ name, subcategories }) => ({
    label: name,
    options: [
      { value: name, label: name },
      ...subcategories.map(({ id, name: sub }) => ({ value: id, label: `${name}: ${sub}` })),
    ],
  })),
];
const currencyOptions = currencies.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));

interface TermsFieldsProps {
  terms: FileTerms;
  onChange: (terms: FileTerms) => void;
  /** The amount's name differs between the two dialogs. */
  names?: { records: string; total: string };
  /** The first rows can be offered. */
  hasRows: boolean;
}

export function TermsFields({
  terms,
  onChange,
  names = { records: 'Number of Records', total: 'Total Value' },
  hasRows,
}: TermsFieldsProps) {
  const set = (changed: Partial<FileTerms>) => onChange(changeTerms(terms, changed));
  const samples: { value: Sample; label: string }[] = [
    { value: null, label: 'Nothing' },
    ...(hasRows ? [{ value: 'rows' as const, label: 'First rows' }] : []),
    ...(terms.mode === 'managed' ? [{ value: 'file' as const, label: 'This whole file' }] : []),
  ];
  return (
    <Form layout="vertical" component="div">
      <Form.Item label="Category" htmlFor="terms-category">
        <Select
          id="terms-category"
          showSearch={{ optionFilterProp: 'label' }}
          options={categoryOptions}
          value={terms.category}
          onChange={(category) => set({ category })}
        />
      </Form.Item>
      <TwoColumns>
        <Form.Item label="Rate Per Record" htmlFor="terms-price">
          <InputNumber<string>
            id="terms-price"
            stringMode
            min="0"
            step="0.01"
            precision={2}
            style={{ width: '100%' }}
            value={terms.price}
            onChange={(price) => set({ price: price ?? '0' })}
          />
        </Form.Item>
        <Form.Item label="Currency" htmlFor="terms-currency">
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
            style={{ width: '100%' }}
            value={terms.numberOfRecords}
            onChange={(records) => set({ numberOfRecords: records ?? '0' })}
          />
        </Form.Item>
        <Form.Item label={names.total} htmlFor="terms-total" help={terms.ownTotal ? 'Set by hand' : 'Rate × records'}>
          <InputNumber<string>
            id="terms-total"
            stringMode
            min="0"
            step="0.01"
            precision={2}
            style={{ width: '100%' }}
            value={terms.totalAmount}
            onChange={(total) => set({ totalAmount: total ?? '0' })}
          />
        </Form.Item>
      </TwoColumns>
      <Form.Item label="Sample partners may see before they have access" style={{ margin: '8px 0' }}>
        <Radio.Group
          aria-label="Sample"
          options={samples}
          value={terms.sample === 'rows' && !hasRows ? null : terms.sample}
          onChange={({ target }) => set({ sample: target.value as Sample })}
        />
        {terms.mode === 'e2e' && terms.sample === 'rows' && hasRows && (
          <Typography.Paragraph type="secondary" style={{ margin: '4px 0 0', fontSize: 13 }}>
            These rows and the column names are not end-to-end encrypted: partners with access to the folder see them,
            and the operator can.
          </Typography.Paragraph>
        )}
      </Form.Item>
    </Form>
  );
}
