import { DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { getIn, useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { Remark, useRemark } from '../fields';
import type { KycValues } from '../form-values';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './row-grid.module.css';

/** One part of the commercial information: its value, what is wrong with it, and ways to change it. */
export function usePart<K extends keyof KycValues['commercialInfo']>(part: K) {
  const { values, errors, setFieldValue, setFieldError } = useFormikContext<KycValues>();
  const field = `commercialInfo.${part}`;
  return {
    field,
    value: values.commercialInfo[part],
    error: getIn(errors, field) as unknown,
    remark: useRemark(field),
    /** `place` is the edited row, such as `[2]`; empty for the whole part. */
    change: (next: KycValues['commercialInfo'][K], place = '') => {
      void setFieldValue(field, next, false);
      if (getIn(errors, field + place)) setFieldError(field + place, undefined);
    },
  };
}

/** Whether the row at this index has an error. */
export const isBroken = (error: unknown, at: number) => Array.isArray(error) && !!error[at];

/** The error of the list or of its first broken row, and the reviewer's remark. */
export function PartNotes({ error, remark }: { error: unknown; remark: string | undefined }) {
  const message = Array.isArray(error) ? (error.find(Boolean) as string | undefined) : error;
  return (
    <>
      <div role="alert" className={layout.error}>
        {typeof message === 'string' && <div className={styles.footer}>{message}</div>}
      </div>
      {remark && (
        <div className={styles.footer}>
          <Remark reason={remark} />
        </div>
      )}
    </>
  );
}

export function RemoveButton({ label, isLast, onClick }: { label: string; isLast: boolean; onClick: () => void }) {
  return (
    <Button
      type="text"
      icon={<DeleteOutlined aria-hidden />}
      aria-label={label}
      title={isLast ? t('You can’t remove the last row') : label}
      {...(isLast && { disabled: true })}
      onClick={onClick}
    />
  );
}

/** Columns on wide screens, one block a row on phones; every control carries its own label. */
export function RowGrid({
  columns,
  heads,
  children,
}: {
  columns: string;
  heads: { text: string; isNumber?: boolean }[];
  children: ReactNode;
}) {
  return (
    <div style={{ '--columns': columns }}>
      <div className={styles.head} aria-hidden>
        {heads.map(({ text, isNumber }) => (
          <span key={text} className={isNumber ? styles.number : undefined}>
            {text}
          </span>
        ))}
      </div>
      {children}
    </div>
  );
}

/** One value of a row; phones show its column's name above it. */
export function Cell({ label, isNumber, children }: { label: string; isNumber?: boolean; children: ReactNode }) {
  return (
    <div className={isNumber ? styles.number : undefined}>
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      {children}
    </div>
  );
}
