import { dataCategoryGroups } from '@tradepost/reference/data-category-groups';
import { defaultDataCategory } from '@tradepost/reference/data-categories';
import { currencies } from '@tradepost/reference/currencies';
import { Form, InputNumber, Select } from 'antd';
import { TwoColumns } from '../../ui/two-columns';
import type { FileTerms } from './api';

export const defaultTerms: FileTerms = { category: defaultDataCategory, price: '0.00', currency: 'USD', numberOfRecords: '0', totalAmount: '0.00' };

const categoryOptions = [
  { value: defaultDataCategory, label: defaultDataCategory },
  ...dataCategoryGroups.map(({ name, subcategories }) => ({
    label: name,
    options: [{ value: name, label: name }, ...subcategories.map(({ id, name: sub }) => ({ value: id, label: `${name}: ${sub}` }))],
  })),
];
const currencyOptions = currencies.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));

interface TermsFieldsProps {
  terms: FileTerms;
  onChange: (terms: FileTerms) => void;
  /** The total follows rate × records until it is edited by hand. */
  followTotal: boolean;
}

/** Exact to the cent for what people type: decimals are multiplied as whole numbers. */
function totalOf(price: string, records: string): string {
  const [whole = '0', fraction = ''] = price.split('.');
  const scaled = BigInt(whole + fraction.padEnd(6, '0').slice(0, 6)) * BigInt(records.split('.')[0] || '0');
  const cents = (scaled + 5_000n) / 10_000n;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

export function TermsFields({ terms, onChange, followTotal }: TermsFieldsProps) {
  const set = (changed: Partial<FileTerms>) => {
    const next = { ...terms, ...changed };
    const follows = followTotal && ('price' in changed || 'numberOfRecords' in changed);
    onChange(follows ? { ...next, totalAmount: totalOf(next.price || '0', next.numberOfRecords || '0') } : next);
  };
  return (
    <Form layout="vertical" component="div">
      <Form.Item label="Category" htmlFor="terms-category">
        <Select id="terms-category" showSearch={{ optionFilterProp: 'label' }} options={categoryOptions} value={terms.category} onChange={(category) => set({ category })} />
      </Form.Item>
      <TwoColumns>
        <Form.Item label="Rate Per Record" htmlFor="terms-price">
          <InputNumber<string> id="terms-price" stringMode min="0" step="0.01" precision={2} style={{ width: '100%' }} value={terms.price} onChange={(price) => set({ price: price ?? '0' })} />
        </Form.Item>
        <Form.Item label="Currency" htmlFor="terms-currency">
          <Select id="terms-currency" showSearch={{ optionFilterProp: 'label' }} options={currencyOptions} value={terms.currency} onChange={(currency) => set({ currency })} />
        </Form.Item>
        <Form.Item label="Number of Records" htmlFor="terms-records">
          <InputNumber<string> id="terms-records" stringMode min="0" step="1" precision={0} style={{ width: '100%' }} value={terms.numberOfRecords} onChange={(records) => set({ numberOfRecords: records ?? '0' })} />
        </Form.Item>
        <Form.Item label="Total Value" htmlFor="terms-total">
          <InputNumber<string> id="terms-total" stringMode min="0" step="0.01" precision={2} style={{ width: '100%' }} value={terms.totalAmount} onChange={(total) => set({ totalAmount: total ?? '0' })} />
        </Form.Item>
      </TwoColumns>
    </Form>
  );
}
