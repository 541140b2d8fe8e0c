"""O que as respostas disseram além do corpo."""
from __future__ import annotations

from typing import Any, Dict, NamedTuple, Optional


class AnswerFacts(NamedTuple):
    """O id da requisição, e se a resposta repete a de outra."""

    #: Informe-o ao suporte.
    request_id: Optional[str]
    #: A resposta é a da primeira requisição com a mesma chave: nada foi criado agora.
    is_replayed: bool


class AnswerDict(Dict[str, Any]):
    """Um dicionário que lembra de que resposta veio."""

    facts: AnswerFacts


class AnswerBytes(bytes):
    """Bytes que lembram de que resposta vieram."""

    facts: AnswerFacts


def answer_of(result: object) -> Optional[AnswerFacts]:
    """O id da requisição de um resultado, e se ele repete outro. `None` para outros objetos."""
    return result.facts if isinstance(result, (AnswerDict, AnswerBytes)) else None
