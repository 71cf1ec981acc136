import { Button, Flex, Typography } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useId } from 'react';
import { t } from '../../i18n/t';
import { usualEnds } from './ends';
import styles from './expiry-presets.module.css';

const presets = [
  { text: t('1 day'), of: usualEnds.day },
  { text: t('7 days'), of: usualEnds.week },
  { text: t('30 days'), of: usualEnds.month },
  { text: t('End of month'), of: usualEnds.endOfMonth },
];

interface ExpiryPresetsProps {
  label: string;
  /** Start of the days; now when omitted. */
  from?: Dayjs;
  value: Dayjs | null;
  onChoose: (end: Dayjs) => void;
  disabled?: boolean;
}

/** The usual ends next to a date field. Each is the end of its day. */
export function ExpiryPresets({ label, from = dayjs(), value, onChoose, disabled = false }: ExpiryPresetsProps) {
  const id = useId();
  const ends = presets.map(({ text, of }) => ({ text, end: of(from) }));
  // the end of the month may be the end of 7 days too
  const chosen = value && ends.find(({ end }) => end.isSame(value, 'day'))?.text;
  return (
    <Flex role="group" aria-labelledby={id} gap={8} wrap align="center" className={styles.presets}>
      <Typography.Text id={id} type="secondary" className={styles.label}>
        {label}
      </Typography.Text>
      {ends.map(({ text, end }) => (
        <Button
          key={text}
          size="small"
          aria-pressed={text === chosen}
          {...(text === chosen && { className: styles.chosen as string })}
          disabled={disabled || !end.isAfter(from)}
          onClick={() => onChoose(end)}
        >
          {text}
        </Button>
      ))}
    </Flex>
  );
}
