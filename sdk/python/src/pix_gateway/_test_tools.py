from __future__ import annotations

from typing import Optional, cast

from ._http import Call, Http, path_of
from ._resources import Resource
from .types import (
    Dispute,
    EventDetails,
    NewTestClock,
    NewTestDispute,
    NewWebhookExam,
    PaidTestCharge,
    Subscription,
    SubscriptionCycle,
    TestClock,
    TestClockAdvance,
    TestClocks,
    TestCycleFailure,
    TestDisputeOutcome,
    TestPayment,
    TestSubscriptionCancellation,
    TestSubscriptionRejection,
    WebhookExam,
    WebhookExamWithSecret,
    WebhookScenario,
)
from .types import WebhookExams as WebhookExamList

_CLOCKS = "/v1/test/clocks"
_EXAMS = "/v1/test/webhook-exams"


class TestClockTools(Resource):
    """Relógios de teste: o tempo de uma cobrança ou de uma chave só passa quando você o avança."""

    def create(self, body: Optional[NewTestClock] = None) -> TestClock:
        """Com `bind_key`, a chave que chama passa a viver no tempo do relógio."""
        return cast(TestClock, self._http.json(Call("POST", _CLOCKS, body=body or {})))

    def list(self) -> TestClocks:
        return cast(TestClocks, self._http.json(Call("GET", _CLOCKS)))

    def retrieve(self, clock_id: str) -> TestClock:
        return cast(TestClock, self._http.json(Call("GET", path_of(_CLOCKS, clock_id))))

    def advance(self, clock_id: str, body: TestClockAdvance) -> TestClock:
        """Avança o relógio e espera até que tudo o que vencia tenha acontecido."""
        path = path_of(_CLOCKS, clock_id, "/advance")
        clock = cast(TestClock, self._http.json(Call("POST", path, body=body)))
        asked = 0
        while clock["status"] == "advancing":
            asked += 1
            self._http.pause(asked)
            clock = self.retrieve(clock_id)
        return clock

    def bind(self, clock_id: str) -> TestClock:
        """Liga a chave que chama ao relógio."""
        call = Call("POST", path_of(_CLOCKS, clock_id, "/bind"), is_repeatable=True)
        return cast(TestClock, self._http.json(call))

    def unbind(self, clock_id: str) -> TestClock:
        call = Call("POST", path_of(_CLOCKS, clock_id, "/unbind"), is_repeatable=True)
        return cast(TestClock, self._http.json(call))

    def delete(self, clock_id: str) -> None:
        """Apaga o relógio e encerra o que espera por ele."""
        self._http.send(Call("DELETE", path_of(_CLOCKS, clock_id), accept="*/*"))


class WebhookExams(Resource):
    """Exames do programa que recebe os seus webhooks."""

    def create(self, body: NewWebhookExam) -> WebhookExamWithSecret:
        """Examina um endereço. O de um webhook seu, já; outro, depois de `start`, com o `secret`."""
        return cast(WebhookExamWithSecret, self._http.json(Call("POST", _EXAMS, body=body)))

    def start(self, exam_id: str) -> WebhookExam:
        """Começa um exame que aguarda, quando o seu programa já tem o segredo."""
        call = Call("POST", path_of(_EXAMS, exam_id, "/start"))
        return cast(WebhookExam, self._http.json(call))

    def list(self) -> WebhookExamList:
        return cast(WebhookExamList, self._http.json(Call("GET", _EXAMS)))

    def retrieve(self, exam_id: str) -> WebhookExam:
        return cast(WebhookExam, self._http.json(Call("GET", path_of(_EXAMS, exam_id))))


class TestTools(Resource):
    """Só com chaves de teste."""

    def __init__(self, http: Http) -> None:
        super().__init__(http)
        self.clocks = TestClockTools(http)
        self.webhook_exams = WebhookExams(http)

    def pay_charge(self, internal_id: str, body: Optional[TestPayment] = None) -> PaidTestCharge:
        """Paga uma cobrança agora: no valor certo, ou, com `scenario`, tarde, duas vezes, a menos…"""
        path = path_of("/v1/test/charges", internal_id, "/pay")
        return cast(PaidTestCharge, self._http.json(Call("POST", path, body=body or {})))

    def run_webhook_scenario(self, body: WebhookScenario) -> EventDetails:
        """Envia um evento de novo aos seus webhooks, com um defeito."""
        call = Call("POST", "/v1/test/webhook-scenarios", body=body)
        return cast(EventDetails, self._http.json(call))

    def open_dispute(self, internal_id: str, body: Optional[NewTestDispute] = None) -> Dispute:
        """Contesta uma cobrança paga."""
        path = path_of("/v1/test/charges", internal_id, "/dispute")
        return cast(Dispute, self._http.json(Call("POST", path, body=body or {})))

    def close_dispute(self, internal_id: str, body: TestDisputeOutcome) -> Dispute:
        """Encerra uma contestação de teste."""
        path = path_of("/v1/test/disputes", internal_id, "/close")
        return cast(Dispute, self._http.json(Call("POST", path, body=body)))

    def authorize_subscription(self, internal_id: str) -> Subscription:
        """O pagador autoriza."""
        path = path_of("/v1/test/subscriptions", internal_id, "/authorize")
        return cast(Subscription, self._http.json(Call("POST", path)))

    def reject_subscription(
        self, internal_id: str, body: Optional[TestSubscriptionRejection] = None
    ) -> Subscription:
        """O pagador recusa."""
        path = path_of("/v1/test/subscriptions", internal_id, "/reject")
        return cast(Subscription, self._http.json(Call("POST", path, body=body or {})))

    def cancel_subscription(
        self, internal_id: str, body: Optional[TestSubscriptionCancellation] = None
    ) -> Subscription:
        """O pagador cancela no banco dele."""
        path = path_of("/v1/test/subscriptions", internal_id, "/cancel")
        return cast(Subscription, self._http.json(Call("POST", path, body=body or {})))

    def fail_cycle(
        self, internal_id: str, due_on: str, body: Optional[TestCycleFailure] = None
    ) -> SubscriptionCycle:
        """A cobrança aberta com este vencimento falha agora."""
        of_cycle = path_of("/cycles", due_on, "/fail")
        path = path_of("/v1/test/subscriptions", internal_id, of_cycle)
        return cast(SubscriptionCycle, self._http.json(Call("POST", path, body=body or {})))
