import type { InputProps } from 'antd';
import Input from 'antd/es/input/Input';
import Password from 'antd/es/input/Password';
import { useField, useFormikContext } from 'formik';
import { useId, type ReactElement, type ReactNode } from 'react';
import { answerText } from '../../i18n/answer-text';
import { t } from '../../i18n/t';
import layout from '../layout/layout.module.css';
import styles from './field.module.css';

interface ControlProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  'aria-required': boolean | undefined;
  status: 'error' | '';
}

interface FieldProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Shows "(Optional)" after the label. */
  optional?: boolean;
  required?: boolean;
  // Formik types a field's value as any; each form's schema types its own values
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  children: (control: ControlProps, value: any, change: (value: unknown) => void) => ReactElement;
}

/** One labelled control of a form with its hint and error beneath, tied together for screen readers. */
export function Field({ name, label, hint, optional, required, children }: FieldProps) {
  const [{ value }, meta, { setValue, setError, setTouched }] = useField(name);
  const { validateOnChange: live } = useFormikContext();
  const error = meta.touched || !live ? meta.error : undefined;
  const id = useId();
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  const change = (next: unknown) => {
    void setValue(next, live);
    if (live) void setTouched(true, false);
    else setError(undefined);
  };

  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {optional && <span className={styles.optional}> {t('(Optional)')}</span>}
      </label>
      {children(
        {
          id,
          'aria-invalid': !!error,
          'aria-describedby': describedBy,
          'aria-required': required,
          status: error ? 'error' : '',
        },
        value,
        change,
      )}
      <div className={hint ? `${styles.below} ${styles.hinted}` : styles.below}>
        {error ? (
          <span id={`${id}-error`} className={layout.error}>
            {answerText(error, typeof label === 'string' ? { name, label } : undefined)}
          </span>
        ) : (
          hint && <span id={`${id}-hint`}>{hint}</span>
        )}
      </div>
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, 'children'> & Omit<InputProps, 'name'>;

export function TextField({ name, label, hint, optional, required, type, ...input }: TextFieldProps) {
  const Control = type === 'password' ? Password : Input;
  return (
    <Field name={name} label={label} hint={hint} {...(optional && { optional })} {...(required && { required })}>
      {(control, value, change) => (
        <Control
          size="large"
          type={type}
          {...input}
          {...control}
          name={name}
          value={value ?? ''}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}
