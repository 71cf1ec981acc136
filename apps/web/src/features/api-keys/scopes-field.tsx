import type { ProgramScope } from '@tradepost/contracts/actor';
import { Checkbox, Flex, Typography } from 'antd';
import { useField } from 'formik';
import { useId } from 'react';
import { scopeTexts } from './texts';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './scopes-field.module.css';

/** The scopes of a key, as checkboxes. */
export function ScopesField({ name, choices }: { name: string; choices: readonly ProgramScope[] }) {
  const [{ value }, { error }, { setValue, setError }] = useField<ProgramScope[]>(name);
  const id = useId();
  const change = (scope: ProgramScope, wanted: boolean) => {
    void setValue(wanted ? [...value, scope] : value.filter((other) => other !== scope), false);
    setError(undefined);
  };
  return (
    <fieldset className={styles.fieldset} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.legend}>{t('What it may do')}</legend>
      <Flex vertical gap={12}>
        {choices.map((scope) => (
          <Checkbox
            key={scope}
            checked={value.includes(scope)}
            styles={{ icon: { alignSelf: 'flex-start', marginTop: 3 } }}
            aria-invalid={!!error}
            aria-describedby={`${id}-${scope}`}
            onChange={({ target }) => change(scope, target.checked)}
          >
            <strong className={styles.label}>{scopeTexts[scope].name}</strong>
            <Typography.Text type="secondary" id={`${id}-${scope}`} className={layout.block} aria-hidden>
              {scopeTexts[scope].text}
            </Typography.Text>
          </Checkbox>
        ))}
      </Flex>
      {error && (
        <Typography.Text type="danger" id={`${id}-error`} className={`${layout.block} ${layout.marginTop4}`}>
          {error}
        </Typography.Text>
      )}
    </fieldset>
  );
}
