import { ExclamationCircleOutlined } from '@ant-design/icons';
import type { KycReview } from '@tradepost/contracts/kyc';
import { Flex } from 'antd';
import { createContext, use, type ReactNode } from 'react';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/** The reviewer's remarks by field; empty unless changes are requested. */
export const Remarks = createContext<KycReview['fields']>([]);

export const useRemark = (field: string): string | undefined =>
  use(Remarks).find((remark) => remark.field === field)?.reason;

/** A reviewer's remark next to its field. */
export function Remark({ reason, id }: { reason: string; id?: string }) {
  return (
    <Flex component="span" gap={8} align="baseline" className={layout.warning}>
      <ExclamationCircleOutlined aria-hidden />
      <span id={id}>
        <span className="sr-only">{t('The review says:')} </span>
        {reason}
      </span>
    </Flex>
  );
}

/** Where `focusField` finds a field again. */
export const Anchor = ({ field, children }: { field: string; children: ReactNode }) => (
  <div data-field={field}>{children}</div>
);

/** The tab that contains a field. */
export const tabOf = (field: string) =>
  field.startsWith('commercialInfo') ? 'commercial' : field.startsWith('documents') ? 'documents' : 'company';

/** Scrolls to a field of the open tab and focuses it. */
export function focusField(field: string) {
  const place =
    document.querySelector(`[data-field="${field}"]`) ??
    document.querySelector(`[data-field="${field.replace(/\[.*$/, '')}"]`);
  const control =
    place?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    place?.querySelector<HTMLElement>('input:not([type=file]), button');
  control?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: 'center' });
}
