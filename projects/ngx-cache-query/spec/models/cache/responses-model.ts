import type { AudienceModel } from './audience-model';
import { endpoints } from './endpoints';
import type { Known } from './known';
import type { Item, Model } from './model';
import type { Reply } from './operations';
import type { Request, RequestsModel } from './requests-model';
import { type Failure, failures, triedAgainAfter } from './rules';

/** How requests end. */
export class AnswersModel {
  constructor(
    private readonly model: Model,
    private readonly requests: RequestsModel,
    private readonly known: Known,
    private readonly audience: AudienceModel,
  ) {}

  end(request: Request, reply: Reply): void {
    if (isFailure(reply)) this.#fail(request, reply);
    else if (reply === 'empty') this.#endWithout(request);
    else this.#land(request, reply);
  }

  /** Retries a failed request later, or ends it with its failure. */
  #fail(request: Request, name: Failure): void {
    const { endpoint } = request;
    const after = triedAgainAfter(endpoint, name, ++request.failures);
    if (after !== undefined) {
      this.requests.wait(request, after);
      return;
    }
    if (!request.superseded) {
      this.known.begin(endpoint).failure = { name, at: this.model.time };
    }
    this.#refuse(request);
  }

  /** A request without a response ends, too, and its data counts as fresh. */
  #endWithout(request: Request): void {
    this.requests.end(request);
    const asked = this.known.of(request.endpoint);
    if (asked !== undefined && !request.superseded) asked.expired = false;
    for (const asker of request.askers) this.audience.answered(asker, undefined);
  }

  #land(request: Request, items: readonly Item[]): void {
    const { model } = this;
    const { endpoint, seq } = request;
    this.requests.end(request);
    model.expiries = [];
    const written = endpoints[endpoint].write(model, items, seq);
    if (!request.dropped && model.putResult(endpoint, written, seq)) {
      const asked = this.known.begin(endpoint);
      const expired = asked.expired && request.superseded;
      const times = { fetchedAt: model.time, expiresAt: Math.min(...model.expiries) };
      Object.assign(asked, { ...times, expired, failure: undefined });
    }
    const value = endpoints[endpoint].show(model, written);
    for (const asker of request.askers) this.audience.answered(asker, value);
  }

  /** Ends a request without a result. */
  #refuse(request: Request): void {
    this.requests.end(request);
    for (const asker of request.askers) this.audience.failed(asker);
  }
}

function isFailure(reply: Reply): reply is Failure {
  return typeof reply === 'string' && reply in failures;
}
