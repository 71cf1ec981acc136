import { Button, ConfigProvider, type ButtonProps } from 'antd';
import {
  Formik,
  FormikContext,
  useFormikContext,
  validateYupSchema,
  yupToFormErrors,
  type FormikConfig,
  type FormikContextType,
  type FormikHelpers,
  type FormikValues,
} from 'formik';
import { useContext, useEffect, useRef, type ReactNode } from 'react';
import type { Schema } from 'yup';
import { Notice } from '../notice/notice';
import layout from '../layout/layout.module.css';

interface FieldError {
  field: string;
  message: string;
}

interface FormProps<V extends FormikValues> {
  initialValues: V;
  /** A contract's input, so that browser and server apply the same rules; a function loads it when the form is used. */
  schema: Schema | (() => Promise<Schema>);
  onSubmit: (values: V, helpers: FormikHelpers<V>) => Promise<unknown> | void;
  children: ReactNode | ((values: V) => ReactNode);
  label: string;
  /** Disables the form while it is being sent. */
  lockWhileSending?: boolean;
  /** Validates on every change instead of on submit. */
  live?: boolean;
  enableReinitialize?: boolean;
}

/**
 * A form that validates on submit. The first field with an error gets the focus; editing a field clears its error. When the
 * call inside `onSubmit` is refused, the server's field errors appear under their fields; the screen shows any other error
 * from the mutation's state.
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
  // a second click comes before the button is rendered as busy
  const isSending = useRef(false);
  const submit: FormikConfig<V>['onSubmit'] = async (values, helpers) => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      await onSubmit(values, helpers);
    } catch (error) {
      if (!(error instanceof Error) || !('errors' in error)) throw error;
      showFieldErrors(error.errors as FieldError[], values, helpers);
    } finally {
      isSending.current = false;
    }
  };

  // so that it is there when the form is submitted
  const prepare = () => typeof schema === 'function' && void schema().catch(ignoreUntilSubmit);

  return (
    <Formik
      initialValues={initialValues}
      {...(typeof schema === 'function' ? { validate: validated(schema) } : { validationSchema: schema })}
      validateOnBlur={false}
      validateOnChange={live}
      enableReinitialize={enableReinitialize}
      onSubmit={submit}
    >
      {({ handleSubmit, isSubmitting, values }) => (
        <FocusFirstError>
          <ConfigProvider componentDisabled={lockWhileSending && isSubmitting}>
            <form
              noValidate
              aria-label={label}
              onFocus={prepare}
              onSubmit={(event) => {
                event.preventDefault();
                handleSubmit();
              }}
            >
              {typeof children === 'function' ? children(values) : children}
            </form>
          </ConfigProvider>
        </FocusFirstError>
      )}
    </Formik>
  );
}

/** A schema that could not be loaded ahead is loaded again by the submission, which reports the failure. */
const ignoreUntilSubmit = () => undefined;

/** What Formik does with a schema, for one that is loaded first. */
const validated = (load: () => Promise<Schema>) => async (values: FormikValues) => {
  const schema = await load();
  try {
    await validateYupSchema(values, schema);
    return {};
  } catch (error) {
    return yupToFormErrors(error);
  }
};

/** Runs after each attempt to submit, when its errors are rendered. */
function FocusFirstError({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const { submitCount, isSubmitting } = useFormikContext();
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    const invalid = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalid?.focus();
    // what is higher than the screen has its reason out of view
    const reason = document.getElementById(invalid?.getAttribute('aria-describedby') ?? '');
    reason?.scrollIntoView?.({ block: 'nearest' });
  }, [submitCount, isSubmitting]);
  return <div ref={box}>{children}</div>;
}

/** Shows the field errors of a failed call under the fields of this form. */
function showFieldErrors<V extends FormikValues>(errors: FieldError[], values: V, helpers: FormikHelpers<V>) {
  for (const { field, message } of errors) {
    const name = (field.split('.').at(-1) ?? field).replace(/\[\d+\]$/, '');
    if (name in values) helpers.setFieldError(name, message);
  }
}

/** The submit button of the surrounding form. */
export function SubmitButton({ children, className = layout.marginTop8, ...props }: ButtonProps) {
  const { isSubmitting } = useFormikContext();
  return (
    <Button type="primary" htmlType="submit" size="large" block loading={isSubmitting} className={className} {...props}>
      {children}
    </Button>
  );
}

/** The error of the whole form; not what already stands below a field. */
export function FormError({ message }: { message: string | null | undefined }) {
  // none where the error stands above the form
  const form = useContext(FormikContext) as FormikContextType<FormikValues> | undefined;
  const isOfField = Object.values(form?.errors ?? {}).includes(message ?? undefined);
  return (
    <div aria-live="assertive">
      {message && !isOfField && (
        <Notice tone="error" className={layout.marginBottom20}>
          {message}
        </Notice>
      )}
    </div>
  );
}
