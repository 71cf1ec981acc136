import { DeleteOutlined } from '@ant-design/icons';
import { Button, theme } from 'antd';
import { getIn, useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { Remark, useRemark } from './fields';
import type { KycValues } from './form-values';

/** One part of the commercial information: its value, what is wrong with it, and ways to change it. */
export function usePart<K extends keyof KycValues['commercialInfo']>(part: K) {
  const { values, errors, setFieldValue, setFieldError } = useFormikContext<KycValues>();
  const field = `commercialInfo.${part}`;
  return {
    field,
    value: values.commercialInfo[part],
    error: getIn(errors, field) as unknown,
    remark: useRemark(field),
    /** `place` is what the edit mends: the whole part, or one row as `[2]`. */
    change: (next: KycValues['commercialInfo'][K], place = '') => {
      void setFieldValue(field, next, false);
      if (getIn(errors, field + place)) setFieldError(field + place, undefined);
    },
  };
}

/** Whether the rule about a row is broken, by its place in the list. */
export const isBroken = (error: unknown, at: number) => Array.isArray(error) && !!error[at];

/** What the list as a whole, or a row of it, is told; and what the reviewer says of it. */
export function PartNotes({ error, remark }: { error: unknown; remark: string | undefined }) {
  const { token } = theme.useToken();
  const words = Array.isArray(error) ? (error.find(Boolean) as string | undefined) : error;
  return (
    <>
      <div role="alert" style={{ color: token.colorError }}>
        {typeof words === 'string' && <div style={{ paddingTop: 8 }}>{words}</div>}
      </div>
      {remark && (
        <div style={{ paddingTop: 8 }}>
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
      icon={<DeleteOutlined />}
      aria-label={label}
      title={isLast ? 'The last row stays' : label}
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
    <div className="row-grid" style={{ ['--columns' as string]: columns }}>
      <div className="row-grid-head" aria-hidden>
        {heads.map(({ text, isNumber }) => (
          <span key={text} className={isNumber ? 'row-grid-number' : undefined}>
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
    <div className={isNumber ? 'row-grid-number' : undefined}>
      <span className="row-grid-label" aria-hidden>
        {label}
      </span>
      {children}
    </div>
  );
}
