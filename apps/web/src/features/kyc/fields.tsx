import { ExclamationCircleOutlined } from '@ant-design/icons';
import type { KycReview } from '@tradepost/contracts/kyc';
import { Flex, theme } from 'antd';
import { createContext, use, type ReactNode } from 'react';

/** What the reviewer asks for, by field; empty unless changes are awaited. */
export const Remarks = createContext<KycReview['fields']>([]);

export const useRemark = (field: string): string | undefined =>
  use(Remarks).find((remark) => remark.field === field)?.reason;

/** A reviewer's words beside what they are about. */
export function Remark({ reason, id }: { reason: string; id?: string }) {
  const { token } = theme.useToken();
  return (
    <Flex component="span" gap={6} align="baseline" style={{ color: token.colorWarning }}>
      <ExclamationCircleOutlined aria-hidden />
      <span id={id}>
        <span className="sr-only">The review says: </span>
        {reason}
      </span>
    </Flex>
  );
}

/** Where `focusField` finds a field again. */
export const Anchor = ({ field, children }: { field: string; children: ReactNode }) => (
  <div data-field={field}>{children}</div>
);

/** The tab a field of the form stands on. */
export const tabOf = (field: string) =>
  field.startsWith('commercialInfo') ? 'commercial' : field.startsWith('documents') ? 'documents' : 'company';

/** Brings a field of the open tab into view and the keyboard to it. */
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
