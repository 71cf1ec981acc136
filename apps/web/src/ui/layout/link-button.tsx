import { Button, type ButtonProps } from 'antd';
import { useNavigate } from 'react-router-dom';

interface LinkButtonProps extends Omit<ButtonProps, 'href' | 'onClick'> {
  to: string;
  /** Called when it opens in this window. */
  onGo?: () => void;
}

/** A link styled as a button: one control, not a button inside a link. */
export function LinkButton({ to, onGo, ...props }: LinkButtonProps) {
  const navigate = useNavigate();
  return (
    <Button
      {...props}
      href={to}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onGo?.();
        void navigate(to);
      }}
    />
  );
}
