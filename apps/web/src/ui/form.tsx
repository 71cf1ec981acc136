import { Alert, Button, Form as AntForm, type ButtonProps } from 'antd';
import { Formik, useFormikContext, type FormikConfig, type FormikHelpers, type FormikValues } from 'formik';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Schema } from 'yup';

interface FieldError {
  field: string;
  message: string;
}

interface FormProps<V extends FormikValues> {
  initialValues: V;
  /** A contract's input, so that both sides know the same rules. */
  schema: Schema;
  onSubmit: (values: V, helpers: FormikHelpers<V>) => Promise<unknown> | void;
  children: ReactNode | ((values: V) => ReactNode);
  label: string;
  /** Nothing can be edited while the form is being sent. */
  lockWhileSending?: boolean;
  /** Checks on every change instead of when sent. */
  live?: boolean;
  enableReinitialize?: boolean;
}

/**
 * A form that is checked when it is sent; the first field in error gets the focus, and editing a field
 * clears its error. When the call inside `onSubmit` is refused, the server's field errors appear under their
 * fields; what else there is to say the screen shows from the mutation's own state.
 */
export function Form<V extends FormikValues>({
  initialValues,
  schema,
  onSubmit,
  children,
  label,
  lockWhileSending = false,
  live = false,
  enableReinitialize,
}: FormProps<V>) {
  const submit: FormikConfig<V>['onSubmit'] = async (values, helpers) => {
    try {
      await onSubmit(values, helpers);
    } catch (error) {
      if (!(error instanceof Error) || !('errors' in error)) throw error;
      showFieldErrors(error.errors as FieldError[], values, helpers);
    }
  };

  return (
    <Formik
      initialValues={initialValues}
      validationSchema={schema}
      validateOnBlur={false}
      validateOnChange={live}
      enableReinitialize={enableReinitialize}
      onSubmit={submit}
    >
      {({ handleSubmit, isSubmitting, values }) => (
        <FocusFirstError>
          <AntForm
            layout="vertical"
            component="form"
            noValidate
            aria-label={label}
            disabled={lockWhileSending && isSubmitting}
            onSubmitCapture={(event) => {
              event.preventDefault();
              handleSubmit();
            }}
          >
            {typeof children === 'function' ? children(values) : children}
          </AntForm>
        </FocusFirstError>
      )}
    </Formik>
  );
}

/** After each attempt to send, once its errors stand on the screen. */
function FocusFirstError({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const { submitCount, isSubmitting } = useFormikContext();
  useEffect(() => {
    if (submitCount > 0 && !isSubmitting) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, isSubmitting]);
  return <div ref={box}>{children}</div>;
}

/** Puts the field errors of a failed call under those fields the form has. */
function showFieldErrors<V extends FormikValues>(errors: FieldError[], values: V, helpers: FormikHelpers<V>) {
  for (const { field, message } of errors) {
    const name = (field.split('.').at(-1) ?? field).replace(/\[\d+\]$/, '');
    if (name in values) helpers.setFieldError(name, message);
  }
}

/** The button that sends the form around it. */
export function SubmitButton({ children, style, ...props }: ButtonProps) {
  const { isSubmitting } = useFormikContext();
  return (
    <Button
      type="primary"
      htmlType="submit"
      size="large"
      block
      loading={isSubmitting}
      style={{ marginTop: 8, ...style }}
      {...props}
    >
      {children}
    </Button>
  );
}

/** What is wrong with the form as a whole. */
export function FormError({ message }: { message: string | null | undefined }) {
  return (
    <div aria-live="assertive">
      {message && <Alert type="error" showIcon title={message} style={{ marginBottom: 20 }} />}
    </div>
  );
}
