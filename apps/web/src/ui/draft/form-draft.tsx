import { useFormikContext, type FormikValues } from 'formik';
import { useLayoutEffect } from 'react';
import { useDraft } from './use-draft';

interface FormDraftProps {
  name: string;
  /** Never one with a password. */
  fields: readonly string[];
  /** Also when the person reloads the page. */
  always?: boolean;
}

/** In a form: its fields stay filled in when the page is loaded again in another language. */
export function FormDraft({ name, fields, always = false }: FormDraftProps) {
  const { values, setValues } = useFormikContext<FormikValues>();
  const typed = () => Object.fromEntries(fields.map((field) => [field, values[field] as unknown]));
  const draft = useDraft(name, typed, always);
  useLayoutEffect(() => {
    void setValues((initial) => ({ ...initial, ...draft }), false);
  }, [draft, setValues]);
  return null;
}
