import { Component, type ErrorInfo, type ReactNode } from 'react';
import { t } from '#site/lib/intl.ts';
import { kit as words } from '#site/messages/it/kit.ts';

/** Wraps every island: a broken island shows "Riprova", and the rest of the page keeps working. */
export class ErrorBoundary extends Component<{ children: ReactNode; what?: string }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div className="card empty" role="alert">
        <p>{t(words.broken, { what: this.props.what ?? words.brokenPart })}</p>
        <button type="button" className="btn" onClick={() => this.setState({ broken: false })}>
          {words.retry}
        </button>
      </div>
    );
  }
}
