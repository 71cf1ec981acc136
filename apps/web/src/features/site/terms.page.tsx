import { TextPage } from './text-page';
import { terms } from './texts/terms';

export default function TermsPage() {
  return <TextPage page="terms" own={terms} />;
}
