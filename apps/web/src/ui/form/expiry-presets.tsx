import { Button, Flex } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import layout from '../layout/layout.module.css';

/** 23:59 of this day, as the pickers show it. */
export const endOfDay = (day: Dayjs) => day.hour(23).minute(59).second(0).millisecond(0);

const presets = [
  { text: '1 day', of: (from: Dayjs) => from.add(1, 'day') },
  { text: '7 days', of: (from: Dayjs) => from.add(7, 'day') },
  { text: '30 days', of: (from: Dayjs) => from.add(30, 'day') },
  { text: 'End of month', of: (from: Dayjs) => from.endOf('month') },
];

interface ExpiryPresetsProps {
  /** What the buttons choose. */
  label: string;
  /** Start of the days; now when omitted. */
  from?: Dayjs;
  value: Dayjs | null;
  onChoose: (end: Dayjs) => void;
  disabled?: boolean;
}

/** The usual ends next to a date field. Each is the end of its day. */
export function ExpiryPresets({ label, from = dayjs(), value, onChoose, disabled = false }: ExpiryPresetsProps) {
  return (
    <Flex role="group" aria-label={label} gap={6} wrap align="center" className={layout.marginTop8}>
      {presets.map(({ text, of }) => {
        const end = endOfDay(of(from));
        const isChosen = !!value && value.isSame(end, 'day');
        return (
          <Button
            key={text}
            size="small"
            aria-pressed={isChosen}
            {...(isChosen && { type: 'primary', ghost: true })}
            disabled={disabled || !end.isAfter(from)}
            onClick={() => onChoose(end)}
          >
            {text}
          </Button>
        );
      })}
    </Flex>
  );
}
