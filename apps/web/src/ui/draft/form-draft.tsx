import { useFormikContext, type FormikValues } from 'formik';
import { useLayoutEffect } from 'react';
import { useDraft } from './use-draft';

interface FormDraftProps {
  name: string;
  /** Never one with a password. */
  fields: readonly string[];
}

/** In a form: its fields stay filled in when the page is loaded again in another language. */
export function FormDraft({ name, fields }: FormDraftProps) {
  const { values, setValues } = useFormikContext<FormikValues>();
  const draft = useDraft(name, () => Object.fromEntries(fields.map((field) => [field, values[field] as unknown])));
  useLayoutEffect(() => {
    void setValues((initial) => ({ ...initial, ...draft }), false);
  }, [draft, setValues]);
  return null;
}
