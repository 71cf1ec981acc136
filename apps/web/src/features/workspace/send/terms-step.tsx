import type { UsualExpiry } from '@tradepost/contracts/identity';
import { Alert, Flex, Form, Input, Radio, Select, Typography } from 'antd';
import dayjs from 'dayjs';
import { usualEndOf } from '../../../ui/form/ends';
import { AmountInput } from '../../../ui/form/amount-input';
import { writeAmount } from '../../../ui/form/decimal';
import { TwoColumns } from '../../../ui/layout/two-columns';
import { ProtectionField } from '../file/protection-field';
import type { FileTerms } from '../upload/terms';
import { currencyOptions } from '../../../ui/exchange/currency-options';
import { categoryOptions } from '../upload/terms-options';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

const endLabels = {
  never: t('Never'),
  day: t('Tomorrow'),
  week: t('In 7 days'),
  month: t('In 30 days'),
  endOfMonth: t('End of month'),
};

type End = keyof typeof endLabels;

/** What the company chose to have preselected. */
export const usualEndOfAccess = (usual: UsualExpiry = 'ask'): End => (usual === 'ask' ? 'never' : usual);

/** When access ends that begins now; null if it does not. */
export const endOfAccess = (end: End): string | null =>
  end === 'never' ? null : (usualEndOf(end, dayjs())?.toISOString() ?? null);

export interface SendTerms {
  folderName: string;
  until: End;
  terms: FileTerms;
}

interface TermsStepProps {
  terms: SendTerms;
  /** The number of files and the partner. */
  summary: string;
  onChange: (terms: SendTerms) => void;
}

/** Terms for all files. Records and totals differ for each file, so tables are counted and others have none. */
export function TermsStep({ terms, summary, onChange }: TermsStepProps) {
  const file = terms.terms;
  const set = (changed: Partial<FileTerms>) => onChange({ ...terms, terms: { ...file, ...changed } });
  return (
    <Flex vertical gap={8}>
      <Typography.Text type="secondary" className={`numbers ${layout.breakWords}`}>
        {summary}
      </Typography.Text>
      <Form layout="vertical" component="div">
        <Form.Item label={t('Category')} htmlFor="send-category">
          <Select
            id="send-category"
            showSearch={{ optionFilterProp: 'label' }}
            options={categoryOptions}
            value={file.category}
            onChange={(category) => set({ category })}
          />
        </Form.Item>
        <TwoColumns>
          <Form.Item label={t('Rate Per Record')} htmlFor="send-price" extra={t('Rows of tables are counted for you')}>
            <AmountInput
              id="send-price"
              value={file.price}
              format={writeAmount}
              onChange={(price) => set({ price: price || '0' })}
            />
          </Form.Item>
          <Form.Item label={t('Currency')} htmlFor="send-currency">
            <Select
              id="send-currency"
              showSearch={{ optionFilterProp: 'label' }}
              options={currencyOptions}
              value={file.currency}
              onChange={(currency) => set({ currency })}
            />
          </Form.Item>
        </TwoColumns>
        <Form.Item label={t('Access ends')} className={layout.marginBottom16}>
          <Radio.Group
            aria-label={t('Access ends')}
            options={Object.entries(endLabels).map(([value, label]) => ({ value, label }))}
            value={terms.until}
            onChange={({ target }) => onChange({ ...terms, until: target.value as End })}
          />
        </Form.Item>
      </Form>
      <ProtectionField terms={file} onChange={(changed) => onChange({ ...terms, terms: changed })} />
      <Form layout="vertical" component="div" className={layout.marginTop16}>
        <Form.Item
          label={t('Folder name')}
          htmlFor="send-folder"
          extra={t('A new folder in your workspace, which only this partner sees')}
        >
          <Input
            id="send-folder"
            maxLength={255}
            value={terms.folderName}
            onChange={({ target }) => onChange({ ...terms, folderName: target.value })}
          />
        </Form.Item>
      </Form>
      <Alert
        type="info"
        showIcon
        title={t('What happens next')}
        description={t(
          'Your partner sees the names and terms, and requests the files. You then confirm with a code and choose how long the link works. Your partner can open end-to-end encrypted files only after requesting them, and nobody else can.',
        )}
      />
    </Flex>
  );
}
