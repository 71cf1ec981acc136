import { object, string } from '@tradepost/contracts/values/fields';
import { Input } from 'antd';
import { Field } from '../../ui/form/field';
import { t } from '../../i18n/t';

export const numberForm = object({ digits: string().trim().required(t('Please enter the number')) });

/** The 40 digits of a recovery, typed. Of `numberForm`. */
export function NumberField({ label, hint }: { label: string; hint: string }) {
  return (
    <Field name="digits" label={label} hint={hint}>
      {(control, value, change) => (
        <Input.TextArea
          {...control}
          autoFocus
          name="digits"
          autoSize={{ minRows: 2, maxRows: 3 }}
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          className="numbers"
          value={value}
          onChange={({ target }) => change(target.value.replace(/\n/g, ' '))}
        />
      )}
    </Field>
  );
}
