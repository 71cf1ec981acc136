import type { KeyScope } from '@tradepost/contracts/actor';
import { Checkbox, Flex, Typography } from 'antd';
import { useField } from 'formik';
import { useId } from 'react';
import { scopeWords } from './words';

/** What a key may do, a box for each. */
export function ScopesField({ name, choices }: { name: string; choices: readonly KeyScope[] }) {
  const [{ value }, { error }, { setValue, setError }] = useField<KeyScope[]>(name);
  const id = useId();
  const change = (scope: KeyScope, wanted: boolean) => {
    void setValue(wanted ? [...value, scope] : value.filter((other) => other !== scope), false);
    setError(undefined);
  };
  return (
    <fieldset
      style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend style={{ border: 0, margin: 0, padding: '0 0 8px', fontSize: 'inherit', color: 'inherit' }}>
        What it may do
      </legend>
      <Flex vertical gap={10}>
        {choices.map((scope) => (
          <Checkbox
            key={scope}
            checked={value.includes(scope)}
            styles={{ icon: { alignSelf: 'flex-start', marginTop: 3 } }}
            aria-invalid={!!error}
            aria-describedby={`${id}-${scope}`}
            onChange={({ target }) => change(scope, target.checked)}
          >
            <strong style={{ fontWeight: 500 }}>{scopeWords[scope].name}</strong>
            <Typography.Text type="secondary" id={`${id}-${scope}`} style={{ display: 'block' }} aria-hidden>
              {scopeWords[scope].text}
            </Typography.Text>
          </Checkbox>
        ))}
      </Flex>
      {error && (
        <Typography.Text type="danger" id={`${id}-error`} style={{ display: 'block', marginTop: 4 }}>
          {error}
        </Typography.Text>
      )}
    </fieldset>
  );
}
