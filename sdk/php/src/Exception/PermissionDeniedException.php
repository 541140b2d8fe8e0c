<?php

declare(strict_types=1);

namespace PixGateway\Exception;

/** 403: a conta ou a chave não pode fazer isto. */
class PermissionDeniedException extends ApiException
{
}
