import { InputNumber } from 'antd';
import layout from '../layout/layout.module.css';
import { parseAmount } from './decimal';

interface AmountInputProps {
  id?: string;
  /** Decimal text, whatever the language. */
  value: string;
  onChange: (amount: string) => void;
  /** How it is shown while nobody types. */
  format: (amount: string) => string;
  max?: string;
  size?: 'large';
  controls?: boolean;
  isEndAligned?: boolean;
  status?: 'error';
  'aria-label'?: string;
  'aria-invalid'?: true;
}

/** An amount of money, typed with the separators of the person's language. */
export function AmountInput({ value, onChange, format, isEndAligned, ...props }: AmountInputProps) {
  return (
    <InputNumber<string>
      stringMode
      min="0"
      step="0.01"
      inputMode="decimal"
      value={value}
      formatter={(amount, { userTyping, input }) => (userTyping || !amount ? input : format(String(amount)))}
      parser={(text) => parseAmount(text ?? '')}
      onChange={(next) => onChange(next === null ? '' : String(next))}
      className={layout.fullWidth}
      {...(isEndAligned && { styles: { input: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } } })}
      {...props}
    />
  );
}
