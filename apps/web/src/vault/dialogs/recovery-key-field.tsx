import { object, string } from '@tradepost/contracts/values/fields';
import { Input } from 'antd';
import { Field } from '../../ui/form/field';
import { t } from '../../i18n/t';
import kitStyles from './kit.module.css';

export const recoveryKeyForm = object({ code: string().trim().required(t('Please enter your recovery key')) });

/** Of `recoveryKeyForm`. */
export function RecoveryKeyField({ autoFocus }: { autoFocus: boolean }) {
  return (
    <Field name="code" label={t('Recovery key')} hint={t('Capitals, spaces and dashes do not matter.')}>
      {(control, value, change) => (
        <Input.TextArea
          {...control}
          autoFocus={autoFocus}
          name="code"
          autoSize={{ minRows: 2, maxRows: 4 }}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={t('XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-X')}
          value={value}
          className={kitStyles.keyText}
          onChange={({ target }) => change(target.value.replace(/\n/g, ' '))}
        />
      )}
    </Field>
  );
}
